import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  CreateSessionTokenDocument,
  type CreateSessionTokenMutation,
  type CreateSessionTokenMutationVariables,
  useCreateSessionTokenMutation,
} from '../../hooks/index.ts';
import { CredentialPanel } from '../shell/credentials.tsx';
import { useFieldError } from '../shell/draft-form.tsx';
import { formatValue } from '../shell/format.tsx';
import { Page } from '../shell/page.tsx';
import { FieldError } from '../shell/parse.ts';
import { endpoint, isBuiltIn } from '../shell/server.ts';
import { describeObstacle, type Mint, refreshViewer, useViewer } from '../shell/viewer.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { Countdown } from './countdown.tsx';
import { PlaySession } from './play-session.tsx';
import { createSnippets } from './snippets.ts';
import { emptyDraft, type TokenDraft, toVariables } from './token-draft.ts';
import { TokenForm } from './token-form.tsx';

type Token = NonNullable<CreateSessionTokenMutation['createSessionToken']>['token'];

/** Shows a minted token for copying. */
const MintedToken = ({ token }: { readonly token: Token }) => (
  <CredentialPanel
    title="Session token"
    badge={token.type && formatValue(token.type)}
    hint="Give the client only this value."
    value={token.sessionToken}
  >
    {token.expiresAt ? <Countdown until={token.expiresAt} /> : <span>No expiry time.</span>}
  </CredentialPanel>
);

/** Returns the variables of a draft; undefined if a field cannot be read. */
function readVariables(draft: TokenDraft): CreateSessionTokenMutationVariables | undefined {
  try {
    return toVariables(draft);
  } catch (error) {
    if (error instanceof FieldError) return undefined;
    throw error;
  }
}

/** Returns why the caller cannot mint. Where a session of the default length exceeds a limit, a shorter one may not. */
const findObstacle = (mint: Mint | undefined, { maxSessionLengthSeconds }: TokenDraft) =>
  mint && !(mint.reason === 'LIMIT' && maxSessionLengthSeconds.trim() !== '')
    ? describeObstacle(mint)
    : undefined;

/** A form that mints a session token. The persona's id is in the URL. */
export function NewTokenPage() {
  const [params, setParams] = useSearchParams();
  const [formDraft, setFormDraft] = useState(emptyDraft);
  const { fieldError, attempt } = useFieldError();
  const client = useQueryClient();
  const viewer = useViewer();
  const { mutate, data, error, isPending } = useCreateSessionTokenMutation({
    onSettled: () => refreshViewer(client),
  });
  const draft = { ...formDraft, personaId: params.get('persona') ?? '' };
  const variables = readVariables(draft);
  const change = (changed: TokenDraft) => {
    setFormDraft(changed);
    const { personaId } = changed;
    if (personaId !== draft.personaId)
      setParams(personaId ? { persona: personaId } : {}, { replace: true });
  };
  const token = data?.createSessionToken?.token;
  return (
    <Page
      title="Create session token"
      lead="A short-lived credential that a client uses to start a session with one persona."
      operation={{ document: CreateSessionTokenDocument, variables }}
    >
      <div className="halves">
        <TokenForm
          draft={draft}
          onChange={change}
          onSubmit={() => attempt(() => mutate(toVariables(draft)))}
          error={error}
          fieldError={fieldError}
          isPending={isPending}
          obstacle={findObstacle(viewer?.mint, draft)}
        />
        <div className="stack result">
          {token && <MintedToken key={token.sessionToken} token={token} />}
          {token && isBuiltIn && (
            <PlaySession key={token.sessionToken} token={token.sessionToken} />
          )}
          <section aria-labelledby="code">
            <h2 id="code">Code</h2>
            {variables ? (
              <CodeTabs
                label="Code"
                snippets={createSnippets(`${window.location.origin}${endpoint}`, variables)}
              />
            ) : (
              <p className="empty">Correct the numbers of the form to see the code.</p>
            )}
          </section>
        </div>
      </div>
    </Page>
  );
}
