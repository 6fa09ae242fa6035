import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  CreateSessionTokenDocument,
  type CreateSessionTokenMutation,
  useCreateSessionTokenMutation,
} from '../../hooks/index.ts';
import { PersonaField } from '../persona/persona-field.tsx';
import { CredentialPanel } from '../shell/credential-panel.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { formatValue } from '../shell/format-value.ts';
import { FormFailure, getIssues } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { endpoint } from '../shell/server.ts';
import { CodeTabs } from './code-tabs.tsx';
import { Countdown } from './countdown.tsx';
import { OverrideFields } from './override-fields.tsx';
import { SessionFields } from './session-fields.tsx';
import { createSnippets } from './snippets.ts';
import { emptyDraft, toVariables } from './token-draft.ts';
import { VoiceFields } from './voice-fields.tsx';

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

/** A form that mints a session token. The persona's id is in the URL. */
export function NewTokenPage() {
  const [params, setParams] = useSearchParams();
  const [formDraft, setFormDraft] = useState(emptyDraft);
  const { mutate, data, error, isPending } = useCreateSessionTokenMutation();
  const draft = { ...formDraft, personaId: params.get('persona') ?? '' };
  const variables = toVariables(draft);
  const choose = (persona: string) => setParams(persona ? { persona } : {}, { replace: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(variables);
  };
  return (
    <Page
      title="Create session token"
      lead="A short-lived credential that a client uses to start a session with one persona."
      actions={<ExplorerLink document={CreateSessionTokenDocument} variables={variables} />}
    >
      <div className="halves">
        <form onSubmit={submit} className="stack form" noValidate>
          <PersonaField
            path="input.personaConfig.personaId"
            value={draft.personaId}
            onChange={choose}
            issues={getIssues(error, 'input.personaConfig.personaId')}
          />
          <OverrideFields
            draft={draft}
            error={error}
            onChange={(changes) => setFormDraft({ ...formDraft, ...changes })}
          />
          <VoiceFields
            voice={draft.voice}
            onChange={(voice) => setFormDraft({ ...formDraft, voice })}
          />
          <SessionFields
            draft={draft}
            error={error}
            onChange={(changes) => setFormDraft({ ...formDraft, ...changes })}
          />
          <FormFailure error={error} />
          <div className="row">
            <button type="submit" disabled={isPending}>
              {isPending ? 'Creating…' : 'Create'}
            </button>
          </div>
        </form>
        <div className="stack result">
          {data?.createSessionToken && <MintedToken token={data.createSessionToken.token} />}
          <section aria-label="Code">
            <h2>Code</h2>
            <CodeTabs
              snippets={createSnippets(`${window.location.origin}${endpoint}`, variables)}
            />
          </section>
        </div>
      </div>
    </Page>
  );
}
