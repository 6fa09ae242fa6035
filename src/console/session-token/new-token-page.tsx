import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { CreateSessionTokenDocument, useCreateSessionTokenMutation } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { FormFailure, issuesAt } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { Minted } from './minted.tsx';
import { PersonaField } from './persona-field.tsx';
import { SessionFields } from './session-fields.tsx';
import { snippetsFor } from './snippets.ts';
import { emptyDraft, toVariables } from './token-draft.ts';
import { VoiceFields } from './voice-fields.tsx';

/** Mints a session token; its persona is in the address. */
export function NewTokenPage() {
  const [params, setParams] = useSearchParams();
  const [rest, setRest] = useState(emptyDraft);
  const { mutate, data, error, isPending } = useCreateSessionTokenMutation();
  const draft = { ...rest, personaId: params.get('persona') ?? '' };
  const variables = toVariables(draft);
  const choose = (persona: string) => setParams(persona ? { persona } : {}, { replace: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(variables);
  };
  return (
    <Page
      title="Mint a token"
      lead="A short-lived credential with which a client starts a session with one persona."
      actions={<ExplorerLink document={CreateSessionTokenDocument} variables={variables} />}
    >
      <div className="halves">
        <form onSubmit={submit} className="stack form" noValidate>
          <PersonaField
            value={draft.personaId}
            onChange={choose}
            issues={issuesAt(error, 'input.personaConfig.personaId')}
          />
          <VoiceFields voice={draft.voice} onChange={(voice) => setRest({ ...rest, voice })} />
          <SessionFields
            draft={draft}
            error={error}
            onChange={(it) => setRest({ ...rest, ...it })}
          />
          <FormFailure error={error} />
          <div className="row">
            <button type="submit" disabled={isPending}>
              {isPending ? 'Minting…' : 'Mint'}
            </button>
          </div>
        </form>
        <div className="stack result">
          {data?.createSessionToken && <Minted token={data.createSessionToken} />}
          <section aria-label="The same in code">
            <h2>The same in code</h2>
            <CodeTabs snippets={snippetsFor(`${window.location.origin}/graphql`, variables)} />
          </section>
        </div>
      </div>
    </Page>
  );
}
