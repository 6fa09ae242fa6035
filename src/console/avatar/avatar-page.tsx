import { Link } from 'wouter';
import { AvatarDocument, useAvatarQuery } from '../../hooks/index.ts';
import { isBuiltIn } from '../shell/built-in.ts';
import { DateTime } from '../shell/date-time.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { DeleteAvatar } from './delete-avatar.tsx';
import { Picture } from './picture.tsx';
import { RenameAvatar } from './rename-avatar.tsx';

/** The page of one avatar. */
export function AvatarPage({ id }: { readonly id: string }) {
  const query = useAvatarQuery({ id });
  const avatar = query.data?.avatar;
  const parent = { href: '/avatars', name: 'Avatars' };
  if (!avatar) return <NotFoundPage kind="avatar" id={id} parent={parent} query={query} />;
  const { displayName, description, imageUrl, activeVersion, availableVersions } = avatar;
  const canChange = !isBuiltIn(avatar.record);
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={AvatarDocument} variables={{ id }} />
          {canChange && <DeleteAvatar avatar={avatar} />}
          <Link href={`/personas/new?avatar=${encodeURIComponent(id)}`} className="button">
            Create a persona with this avatar
          </Link>
        </>
      }
    >
      <div className="beside">
        <Picture src={imageUrl} alt={`The avatar ${displayName ?? ''}`} name={displayName} />
        <div className="stack">
          <dl className="settings">
            <dt>Kind</dt>
            <dd>{canChange ? 'one-shot' : 'built-in'}</dd>
            <dt>Avatar model</dt>
            <dd>
              {activeVersion ?? 'unknown'}
              {availableVersions && ` (supported: ${availableVersions.join(', ')})`}
            </dd>
            <dt>Created</dt>
            <dd>
              <DateTime at={avatar.createdAt} />
            </dd>
            <dt>Id</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </dl>
          {canChange && <RenameAvatar key={id} avatar={avatar} />}
          <RecordDetails record={avatar.record} />
        </div>
      </div>
    </Page>
  );
}
