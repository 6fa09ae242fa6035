import { useLocation, useSearchParams } from 'wouter';
import {
  type PersonaPromptsQuery,
  type PersonaQuery,
  useAvatarQuery,
  useCreatePersonaMutation,
  usePersonaPromptsQuery,
  usePersonaQuery,
  useUpdatePersonaMutation,
} from '../../hooks/index.ts';
import { AvatarField } from '../avatar.tsx';
import { AVATAR_MODELS } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { LlmField } from '../llm.tsx';
import { TextField } from '../shell/controls.tsx';
import { type ControlProps, createFields, withControl } from '../shell/fields.ts';
import { nameRecord } from '../shell/format.tsx';
import { Hidden, Page } from '../shell/page.tsx';
import { withManyPicker, withPicker } from '../shell/picker.tsx';
import { getRecordPath, type Kind } from '../shell/query.ts';
import { EditForm, NewPage } from '../shell/record-forms.tsx';
import { NotFoundPage } from '../shell/record-page.tsx';
import { ToolsField } from '../tool/tool.tsx';
import { VoiceField } from '../voice.tsx';

/** A persona with the fields of its page. */
export type Persona = NonNullable<PersonaQuery['persona']>;

/** How a persona is made. */
export type Prompts = NonNullable<PersonaPromptsQuery['persona']>;

export const PERSONA: Kind = {
  noun: 'persona',
  // Tools show how many personas use them.
  type: ['Persona', 'Tool'],
  parent: { href: '/', name: 'Personas' },
  path: '/personas',
};

/** Text for no model of its own. */
export const DEFAULT_MODEL = "The avatar's default";

const DEFAULT = "The service's default";

const HIDDEN = { isShown: () => false };

/** Names an avatar model, with those that the avatar supports as suggestions. Services have further ones. */
function AvatarModelField({ path, label, value, issues, onChange, draft }: ControlProps<string>) {
  const avatarId = typeof draft.avatarId === 'string' ? draft.avatarId : '';
  const { data } = useAvatarQuery({ id: avatarId }, { enabled: avatarId !== '' });
  // The models of the specification, for an avatar that does not list its own.
  const models = data?.avatar?.availableModels ?? AVATAR_MODELS;
  const choices = Object.fromEntries(models.map((model) => [model, model]));
  return (
    <TextField
      {...{ path, label, value, issues, onChange }}
      hint="Leave empty for the avatar's default."
      suggestions={choices}
      isCode
    />
  );
}

const VIEWS = {
  // The service takes a persona without a name, which nobody recognizes in a list.
  name: { hint: '', isRequired: true },
  description: { hint: "For your reference. Does not affect the persona's behavior." },
  systemPrompt: { hint: 'Instructions for the LLM: role, tone and rules of the persona.', rows: 6 },
  initialMessage: {
    label: 'First message',
    hint: 'The persona says it when a session starts.',
    rows: 2,
  },
  avatarId: withPicker(AvatarField),
  avatarModel: withControl<string>({ Control: AvatarModelField }),
  languageCode: { label: 'Language', hint: 'Language of the sessions, such as en.' },
  voiceId: withPicker(VoiceField, DEFAULT),
  llmId: withPicker(LlmField, DEFAULT),
  toolIds: {
    // An update cannot send null.
    cleared: [],
    ...withManyPicker(ToolsField, (ids) => (ids.length > 0 ? ids : undefined)),
  },
  skipGreeting: { label: 'Skip the greeting when a session starts', hint: '' },
  uninterruptibleGreeting: { label: 'The user cannot interrupt the greeting', hint: '' },
  zeroDataRetention: {
    label: 'Zero data retention: nothing is stored about sessions',
    hint: '',
  },
  // The page shows them.
  voiceDetectionOptions: HIDDEN,
  voiceGenerationOptions: HIDDEN,
  widgetConfig: HIDDEN,
};

const NEW = createFields(FIELDS.CreatePersonaInput, VIEWS);

/** Says that the credentials cannot read how a persona is made. */
export const HiddenPrompts = () => (
  <Hidden what="System prompt and first message are" scope="prompts:read" />
);

const REQUIRED_VOICE = withPicker(VoiceField);
const REQUIRED_LLM = withPicker(LlmField);

/** The voice and the LLM of a saved persona can be replaced, but not removed. */
const createEditFields = ({ voiceId, llmId }: Persona, prompts: Prompts | undefined) =>
  createFields(FIELDS.UpdatePersonaInput, {
    ...VIEWS,
    ...(voiceId && { voiceId: REQUIRED_VOICE }),
    ...(llmId && { llmId: REQUIRED_LLM }),
    ...(!prompts && {
      systemPrompt: withControl<string>({ Control: HiddenPrompts }),
      initialMessage: HIDDEN,
    }),
  });

/** The form for a new persona. The URL may have its avatar, voice and LLM. */
export function NewPersonaPage() {
  const [params] = useSearchParams();
  return (
    <NewPage
      {...PERSONA}
      lead="An avatar with a voice, a language model and a system prompt."
      fields={NEW}
      values={{
        avatarId: params.get('avatar'),
        voiceId: params.get('voice'),
        llmId: params.get('llm'),
      }}
      useCreate={useCreatePersonaMutation}
    />
  );
}

/** Whether the credentials may not read how a persona is made. */
export const arePromptsHidden = ({ error }: ReturnType<typeof usePersonaPromptsQuery>): boolean =>
  error?.code === 'FORBIDDEN';

interface PersonaEditorProps {
  readonly persona: Persona;
  /** Undefined if the credentials may not read them. */
  readonly prompts: Prompts | undefined;
}

function PersonaEditor({ persona, prompts }: PersonaEditorProps) {
  const { id, name } = persona;
  const [, navigate] = useLocation();
  const href = getRecordPath('personas', id);
  return (
    <Page title={`Edit ${nameRecord(name)}`} parent={{ href, name: nameRecord(name) }}>
      <EditForm
        id={id}
        saved={{ systemPrompt: null, initialMessage: null, ...persona, ...prompts }}
        type={PERSONA.type}
        fields={createEditFields(persona, prompts)}
        useUpdate={useUpdatePersonaMutation}
        // The page leaves.
        read={() => undefined}
        onSaved={() => navigate(href, { state: { notice: 'The persona was saved.' } })}
      />
    </Page>
  );
}

export function EditPersonaPage({ id }: { readonly id: string }) {
  const query = usePersonaQuery({ id });
  const promptsQuery = usePersonaPromptsQuery({ id });
  const persona = query.data?.persona;
  const prompts = promptsQuery.data?.persona ?? undefined;
  if (persona && (prompts || arePromptsHidden(promptsQuery)))
    return <PersonaEditor {...{ persona, prompts }} />;
  return <NotFoundPage {...PERSONA} id={id} query={persona ? promptsQuery : query} />;
}
