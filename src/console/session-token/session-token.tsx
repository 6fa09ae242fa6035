import { useSearchParams } from 'wouter';
import * as api from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { LLM } from '../llm.tsx';
import { PERSONA_OF_PAGE } from '../persona/kind.ts';
import { CredentialPanel } from '../shell/credentials.tsx';
import {
  createFields,
  type Draft,
  defineFields,
  type FormField,
  REPLAY,
  readDraft,
} from '../shell/fields.ts';
import { Form, useForm } from '../shell/form.tsx';
import { Page } from '../shell/page.tsx';
import { withPicker } from '../shell/picker.tsx';
import { describeObstacle, useViewer } from '../shell/viewer.tsx';
import { VOICE } from '../voice.tsx';
import { CodeTabs } from './code.tsx';

const fold = (group: string, fields: readonly FormField[]): readonly FormField[] =>
  fields.map((field) => ({ ...field, group }));

const SESSION = { group: 'Length, language and label' };

const { speed, stability, similarityBoost } = FIELDS.VoiceGenerationOptionsInput;

/** Those that most voices have. */
const GENERATION = createFields(
  { speed, stability, similarityBoost },
  { speed: {}, stability: {}, similarityBoost: {} },
);

const DETECTION = createFields(FIELDS.VoiceDetectionOptionsInput, {
  endOfSpeechSensitivity: {},
  silenceBeforeAutoEndTurnSeconds: { label: "Silence that ends the user's turn" },
  silenceBeforeSkipTurnSeconds: { label: 'Silence that skips a turn' },
  silenceBeforeSessionEndSeconds: { label: 'Silence that ends the session' },
  speechEnhancementLevel: {},
});

/** All but the persona are optional, and folded. */
const TOKEN = createFields(FIELDS.CreateSessionTokenInput, {
  personaConfig: defineFields({
    personaId: PERSONA_OF_PAGE,
    maxSessionLengthSeconds: {
      label: 'Maximum session length (seconds)',
      kind: 'number',
      ...SESSION,
    },
    languageCode: { label: 'Language', hint: 'Language code, such as en.', ...SESSION },
    voiceGenerationOptions: fold('Voice', GENERATION),
    voiceDetectionOptions: fold('Speech detection', DETECTION),
  }),
  clientLabel: { label: 'Label', hint: 'Identifies the session.', ...SESSION },
  // A page that starts sessions has it, not this one.
  unusable: [],
  sessionOptions: fold(SESSION.group, REPLAY),
  verify: { label: 'Verify that the persona, voice and LLM exist', hint: '', ...SESSION },
  overrides: fold(
    'Another voice or language model',
    defineFields({
      voiceId: withPicker(VOICE, "The persona's voice"),
      llmId: withPicker(LLM, "The persona's language model"),
    }),
  ),
});

/** Returns why the caller cannot mint. Where a session of the default length exceeds a limit, a shorter one may not. */
function useObstacle(draft: Draft): string | undefined {
  const mint = useViewer()?.mint;
  const hasLength = draft['personaConfig.maxSessionLengthSeconds'] !== '';
  return mint && !(mint.reason === 'LIMIT' && hasLength) ? describeObstacle(mint) : undefined;
}

/** A form that mints a session token. The persona's id is in the URL. */
export function NewTokenPage() {
  const [params] = useSearchParams();
  const form = useForm({
    document: api.CreateSessionTokenDocument,
    fields: TOKEN,
    values: { personaConfig: { personaId: params.get('persona') }, verify: true },
  });
  const { input, problems } = readDraft(TOKEN, form.draft);
  const token = form.data?.createSessionToken?.token;
  return (
    <Page
      title="Create session token"
      lead="A short-lived credential that a client uses to start a session with one persona."
    >
      <div className="halves">
        <Form form={form} submit="Create" obstacle={useObstacle(form.draft)} />
        <div className="stack result">
          {token && (
            <CredentialPanel
              key={token.sessionToken}
              title="Session token"
              hint="Give the client only this value."
              value={token.sessionToken}
              expiresAt={token.expiresAt}
            />
          )}
          <section aria-labelledby="code">
            <h2 id="code">Code</h2>
            {problems.length === 0 ? (
              <CodeTabs input={input} />
            ) : (
              <p className="empty">Complete the form to see the code.</p>
            )}
          </section>
        </div>
      </div>
    </Page>
  );
}
