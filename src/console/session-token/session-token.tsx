import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type CreateSessionTokenInput,
  type CreateSessionTokenMutation,
  useCreateSessionTokenMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { LlmField } from '../llm.tsx';
import { PERSONA_OF_PAGE, usePersonaOfPage } from '../persona/persona-field.tsx';
import { CredentialPanel } from '../shell/credentials.tsx';
import {
  createDraft,
  createFields,
  type Draft,
  type FormField,
  readDraft,
  readPath,
} from '../shell/fields.ts';
import { Form } from '../shell/form.tsx';
import { formatDuration, formatValue } from '../shell/format.tsx';
import { Page } from '../shell/page.tsx';
import type { JsonObject } from '../shell/parse.ts';
import { withPicker } from '../shell/picker.tsx';
import { endpoint } from '../shell/server.ts';
import { describeObstacle, refreshViewer, useViewer } from '../shell/viewer.tsx';
import { VoiceField } from '../voice.tsx';
import { CodeTabs, createSnippets } from './code.tsx';
import { DETECTION_FIELDS, GENERATION_FIELDS } from './voice-options.tsx';

const fold = (group: string, fields: readonly FormField[]): readonly FormField[] =>
  fields.map((field) => ({ ...field, group }));

const SESSION = { group: 'Length, language and label' };

/** All but the persona are optional, and folded. */
const TOKEN = createFields(FIELDS.CreateSessionTokenInput, {
  personaConfig: createFields(
    {},
    {
      personaId: PERSONA_OF_PAGE,
      maxSessionLengthSeconds: {
        label: 'Maximum session length (seconds)',
        kind: 'number',
        ...SESSION,
      },
      languageCode: { label: 'Language', hint: 'Language code, such as en.', ...SESSION },
      voiceGenerationOptions: fold('Voice', GENERATION_FIELDS),
      voiceDetectionOptions: fold('Speech detection', DETECTION_FIELDS),
    },
  ),
  clientLabel: { label: 'Label', hint: 'Identifies the session.', ...SESSION },
  sessionOptions: createFields(
    {},
    {
      'sessionReplay.enableSessionReplay': {
        label: 'Enable session replay',
        kind: 'boolean',
        // Services enable it by default.
        initial: true,
        ...SESSION,
      },
    },
  ),
  // A page that starts sessions has it, not this one.
  unusable: [],
  verify: { label: 'Verify that the persona, voice and LLM exist', hint: '', ...SESSION },
  overrides: fold(
    'Another voice or language model',
    createFields(
      {},
      {
        voiceId: withPicker(VoiceField, "The persona's voice"),
        llmId: withPicker(LlmField, "The persona's language model"),
      },
    ),
  ),
});

const toInput = (input: JsonObject) =>
  // The fields of the form are those of the input, which TypeScript does not know of an object that is built.
  ({ personaConfig: {}, ...input }) as CreateSessionTokenInput;

/** Returns the current time, updated each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Counts down to an ISO 8601 time. */
function Countdown({ until }: { readonly until: string }) {
  const left = Date.parse(until) - useNow();
  return (
    <span role="timer" className={left > 0 ? 'countdown' : 'countdown over'}>
      {left > 0
        ? `Expires in ${formatDuration(Math.ceil(left / 1000))}`
        : 'Expired. Create another session token.'}
    </span>
  );
}

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

/** Returns why the caller cannot mint. Where a session of the default length exceeds a limit, a shorter one may not. */
function useObstacle(draft: Draft): string | undefined {
  const mint = useViewer()?.mint;
  const hasLength = readPath(draft, 'personaConfig.maxSessionLengthSeconds') !== '';
  return mint && !(mint.reason === 'LIMIT' && hasLength) ? describeObstacle(mint) : undefined;
}

/** A form that mints a session token. The persona's id is in the URL. */
export function NewTokenPage() {
  const personaId = usePersonaOfPage();
  const form = useForm<Draft>({
    initialValues: createDraft(TOKEN, { personaConfig: { personaId }, verify: true }, true),
  });
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useCreateSessionTokenMutation({
    // The token is not kept after this page.
    gcTime: 0,
    onSettled: () => refreshViewer(client),
  });
  const obstacle = useObstacle(form.values);
  const { input, problems } = readDraft(TOKEN, form.values);
  const variables = { input: toInput(input) };
  const hasPersona = readPath(form.values, 'personaConfig.personaId') !== '';
  const token = data?.createSessionToken?.token;
  return (
    <Page
      title="Create session token"
      lead="A short-lived credential that a client uses to start a session with one persona."
    >
      <div className="halves">
        <Form
          fields={TOKEN}
          draft={form.values}
          onChange={form.setFieldValue}
          onSubmit={(input) => mutate({ input: toInput(input) })}
          submit={isPending ? 'Creating…' : 'Create'}
          {...{ error, isPending, obstacle }}
        />
        <div className="stack result">
          {token && <MintedToken key={token.sessionToken} token={token} />}
          <section aria-labelledby="code">
            <h2 id="code">Code</h2>
            {problems.length === 0 ? (
              <CodeTabs
                label="Code"
                snippets={createSnippets(`${window.location.origin}${endpoint}`, variables)}
              />
            ) : (
              <p className="empty">
                {hasPersona ? 'Correct the numbers in the form' : 'Choose a persona'} to see the
                code.
              </p>
            )}
          </section>
        </div>
      </div>
    </Page>
  );
}
