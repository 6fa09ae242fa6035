import { useLocation } from 'wouter';
import * as api from '../../hooks/index.ts';
import { AVATAR } from '../avatar.tsx';
import { AVATAR_MODELS } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { LLM } from '../llm.tsx';
import { createFields } from '../shell/fields.ts';
import { Form, useForm } from '../shell/form.tsx';
import { nameRecord } from '../shell/format.tsx';
import { getRecordPath } from '../shell/operations.ts';
import { Page } from '../shell/page.tsx';
import { withManyPicker, withPicker } from '../shell/picker.tsx';
import { NotFoundPage } from '../shell/record-page.tsx';
import { TOOL } from '../tool/tool.tsx';
import { VOICE } from '../voice.tsx';
import { PERSONAS } from './kind.ts';

/** A persona with the fields of its page. */
export type Persona = NonNullable<api.PersonaQuery['persona']>;

const DEFAULT = "The service's default";

const HIDDEN = { isShown: () => false };

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
  avatarId: withPicker(AVATAR),
  avatarModel: {
    hint: "Leave empty for the avatar's default.",
    suggestions: AVATAR_MODELS,
    isCode: true,
  },
  languageCode: { label: 'Language', hint: 'Language of the sessions, such as en.' },
  voiceId: withPicker(VOICE, DEFAULT),
  llmId: withPicker(LLM, DEFAULT),
  // An update cannot send null.
  toolIds: { ...withManyPicker(TOOL), cleared: [] },
  skipGreeting: { label: 'Skip the greeting when a session starts', hint: '' },
  uninterruptibleGreeting: { label: 'The user cannot interrupt the greeting', hint: '' },
  zeroDataRetention: { label: 'Zero data retention: nothing is stored about sessions', hint: '' },
  // The page shows them.
  voiceDetectionOptions: HIDDEN,
  voiceGenerationOptions: HIDDEN,
  widgetConfig: HIDDEN,
};

/** How a persona is created. The URL may have its avatar, voice and LLM. */
export const CREATION = {
  document: api.CreatePersonaDocument,
  lead: 'An avatar with a voice, a language model and a system prompt.',
  fields: createFields(FIELDS.CreatePersonaInput, VIEWS),
  getValues: (params: URLSearchParams) => ({
    avatarId: params.get('avatar'),
    voiceId: params.get('voice'),
    llmId: params.get('llm'),
  }),
};

const REQUIRED_VOICE = withPicker(VOICE);
const REQUIRED_LLM = withPicker(LLM);

interface PersonaEditorProps {
  readonly persona: Persona;
  /** How it is made. Absent if the credentials may not read that. */
  readonly prompts: api.PersonaPromptsQuery['persona'] | undefined;
}

function PersonaEditor({ persona, prompts }: PersonaEditorProps) {
  const { id, voiceId, llmId } = persona;
  const name = nameRecord(persona.name);
  const [, navigate] = useLocation();
  const href = getRecordPath('personas', id);
  const form = useForm({
    id,
    document: api.UpdatePersonaDocument,
    fields: createFields(FIELDS.UpdatePersonaInput, {
      ...VIEWS,
      // What is saved can be replaced, but not removed.
      ...(voiceId && { voiceId: REQUIRED_VOICE }),
      ...(llmId && { llmId: REQUIRED_LLM }),
      ...(!prompts && { systemPrompt: HIDDEN, initialMessage: HIDDEN }),
    }),
    values: { ...persona, ...prompts },
  });
  const onDone = () => navigate(href, { state: { notice: 'The persona was saved.' } });
  return (
    <Page
      title={`Edit ${name}`}
      lead={
        !prompts && 'Your credentials do not have the scope prompts:read, so it keeps its prompts.'
      }
      parent={{ href, name }}
    >
      <Form {...{ form, onDone }} submit="Save" />
    </Page>
  );
}

export function EditPersonaPage({ id }: { readonly id: string }) {
  const query = api.usePersonaQuery({ id });
  const promptsQuery = api.usePersonaPromptsQuery({ id });
  const persona = query.data?.persona;
  const { data, error, isFetched } = promptsQuery;
  // A query that failed has no error while it is asked again.
  const isKnown = isFetched && (!error || error.code === 'FORBIDDEN');
  if (persona && isKnown) return <PersonaEditor persona={persona} prompts={data?.persona} />;
  return <NotFoundPage kind={PERSONAS} id={id} query={persona ? promptsQuery : query} />;
}
