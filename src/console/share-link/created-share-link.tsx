import { Link } from 'wouter';
import type { CreateShareLinkMutation } from '../../hooks/index.ts';
import { CredentialPanel } from '../shell/credentials.tsx';
import { DateTime } from '../shell/format.tsx';
import { getRecordPath } from '../shell/query.ts';

interface CreatedShareLinkProps {
  readonly created: NonNullable<CreateShareLinkMutation['createShareLink']>;
  readonly onAnother: () => void;
}

/** Shows the token of a new share link for copying, once. It is not stored anywhere. */
export function CreatedShareLink({ created, onAnother }: CreatedShareLinkProps) {
  const { token, shareLink } = created;
  const { id, personaName, expiresAt } = shareLink;
  return (
    <div className="stack form" role="status">
      {token ? (
        <CredentialPanel
          title={`Share link of ${personaName ?? 'the persona'}`}
          hint="Copy this token now: it is not shown again. Whoever has it can open the persona."
          value={token}
        >
          {expiresAt && (
            <span>
              Expires <DateTime at={expiresAt} />.
            </span>
          )}
        </CredentialPanel>
      ) : (
        <p>The link was created. The service has not returned its token.</p>
      )}
      <div className="row">
        <Link href={getRecordPath('share-links', id)} className="button">
          Open the link's page
        </Link>
        <button type="button" className="plain" onClick={onAnother}>
          Create another share link
        </button>
      </div>
    </div>
  );
}
