import type {
  AvatarModel,
  CreatePersonaInput,
  PersonaQuery,
  UpdatePersonaInput,
} from '../../hooks/index.ts';

/** A persona with the fields of its page. */
export type Persona = NonNullable<PersonaQuery['persona']>;

/** The state of the form for a persona. Texts may be empty. */
export interface PersonaDraft {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly languageCode: string;
  readonly initialMessage: string;
  readonly avatarId: string;
  /** Empty: the avatar's default. */
  readonly avatarModel: AvatarModel | '';
  readonly voiceId: string;
  readonly llmId: string;
  readonly toolIds: readonly string[];
  readonly skipGreeting: boolean;
}

/** The empty form. */
export const emptyDraft: PersonaDraft = {
  name: '',
  description: '',
  systemPrompt: '',
  languageCode: '',
  initialMessage: '',
  avatarId: '',
  avatarModel: '',
  voiceId: '',
  llmId: '',
  toolIds: [],
  skipGreeting: false,
};

const TEXTS = ['name', 'description', 'systemPrompt', 'avatarId'] as const;

/** Texts that can be cleared. */
const OPTIONAL_TEXTS = ['languageCode', 'initialMessage', 'voiceId', 'llmId'] as const;

/** Converts a draft to the API's input, without empty fields. */
export function toInput(draft: PersonaDraft): CreatePersonaInput {
  const { avatarModel, skipGreeting, toolIds } = draft;
  const texts = [...TEXTS, ...OPTIONAL_TEXTS]
    .map((name) => [name, draft[name].trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(texts),
    ...(avatarModel && { avatarModel }),
    ...(toolIds.length > 0 && { toolIds: [...toolIds] }),
    ...(skipGreeting && { skipGreeting }),
  };
}

/** Creates a draft of an existing persona. */
export const toDraft = (persona: Persona): PersonaDraft => ({
  name: persona.name ?? '',
  description: persona.description ?? '',
  systemPrompt: persona.systemPrompt ?? '',
  languageCode: persona.languageCode ?? '',
  initialMessage: persona.initialMessage ?? '',
  avatarId: persona.avatarId ?? '',
  avatarModel: persona.avatarModel ?? '',
  voiceId: persona.voiceId ?? '',
  llmId: persona.llmId ?? '',
  toolIds: persona.toolIds ?? [],
  skipGreeting: persona.skipGreeting ?? false,
});

/**
 * Returns the fields that a draft changes; null for cleared ones. Unchanged fields are not sent, so that they do not overwrite others'
 * changes.
 */
export function getChanges(original: PersonaDraft, draft: PersonaDraft): UpdatePersonaInput {
  const isChanged = (name: keyof PersonaDraft) =>
    JSON.stringify(draft[name]) !== JSON.stringify(original[name]);
  const texts = TEXTS.filter(isChanged).map((name) => [name, draft[name].trim()] as const);
  const optionalTexts = OPTIONAL_TEXTS.filter(isChanged).map(
    (name) => [name, draft[name].trim() || null] as const,
  );
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(optionalTexts),
    ...(isChanged('avatarModel') && { avatarModel: draft.avatarModel || null }),
    ...(isChanged('toolIds') && { toolIds: [...draft.toolIds] }),
    ...(isChanged('skipGreeting') && { skipGreeting: draft.skipGreeting }),
  };
}
