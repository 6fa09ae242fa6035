import type {
  AvatarModel,
  CreatePersonaInput,
  PersonaQuery,
  UpdatePersonaInput,
} from '../../hooks/index.ts';

/** A persona with the fields of its page. */
export type Persona = NonNullable<PersonaQuery['persona']>;

/** The fields that the form edits: all of an update. */
type Field = Exclude<keyof UpdatePersonaInput, 'extra'>;

type TextField = {
  [Name in Field]: string extends NonNullable<UpdatePersonaInput[Name]> ? Name : never;
}[Field];

/** What an update sends for an emptied text: null if null clears the field. */
const EMPTIED: Readonly<Record<TextField, '' | null>> = {
  name: '',
  description: '',
  systemPrompt: '',
  languageCode: null,
  initialMessage: null,
  avatarId: '',
  voiceId: null,
  llmId: null,
};

/** The state of the form for a persona. Texts may be empty. */
export type PersonaDraft = Readonly<Record<TextField, string>> & {
  /** Empty: the avatar's default. */
  readonly avatarModel: AvatarModel | '';
  readonly toolIds: readonly string[];
  readonly skipGreeting: boolean;
};

/** The empty form, which has every field of an update. */
export const emptyDraft: PersonaDraft & Readonly<Record<Field, unknown>> = {
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

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const isEmpty = (value: unknown) =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** Converts a draft to the API's input, without empty fields. */
export const toInput = (draft: PersonaDraft): CreatePersonaInput =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([name, value]) => [name, trim(value)])
      .filter(([, value]) => !isEmpty(value)),
  );

/** Creates a draft of an existing persona. */
export const toDraft = (persona: Readonly<Record<Field, unknown>>): PersonaDraft => ({
  ...emptyDraft,
  ...Object.fromEntries(
    Object.keys(emptyDraft).flatMap((name) => {
      const value: unknown = Reflect.get(persona, name);
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  ),
});

/** Returns what an update sends for a field of a draft. */
const toChange = (name: string, value: unknown): unknown =>
  trim(value) === '' ? (Reflect.get(EMPTIED, name) ?? null) : trim(value);

/**
 * Returns the fields that a draft changes; null for cleared ones. Unchanged fields are not sent, so that they do not
 * overwrite others' changes.
 */
export const getChanges = (original: PersonaDraft, draft: PersonaDraft): UpdatePersonaInput =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(original, name)),
      )
      .map(([name, value]) => [name, toChange(name, value)]),
  );
