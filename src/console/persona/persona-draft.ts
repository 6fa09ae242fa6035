import type { CreatePersonaInput, PersonaQuery, UpdatePersonaInput } from '../../hooks/index.ts';
import { createDraft, getChangedFields, toCreateInput } from '../shell/draft.ts';

/** A persona with the fields of its page. */
export type Persona = NonNullable<PersonaQuery['persona']>;

/** The fields of an update that the form does not edit. It sends every avatar model by name. */
type Further =
  | 'extra'
  | 'avatarModel'
  | 'voiceDetectionOptions'
  | 'voiceGenerationOptions'
  | 'widgetConfig';

/** The fields that the form edits. */
type Field = Exclude<keyof UpdatePersonaInput, Further>;

type FieldOf<Value> = {
  [Name in Field]: Value extends NonNullable<UpdatePersonaInput[Name]> ? Name : never;
}[Field];

type TextField = FieldOf<string>;

/** The fields that are on or off. */
export type Switch = FieldOf<boolean>;

/** What an update sends for an emptied text. Null clears the field, or the API says why not. */
const EMPTIED: Readonly<Record<Exclude<TextField, 'avatarModelName'>, '' | null>> = {
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
export type PersonaDraft = Readonly<Record<TextField, string>> &
  Readonly<Record<Switch, boolean>> & { readonly toolIds: readonly string[] };

/** The empty form, which has every field of an update. */
export const emptyDraft: PersonaDraft & Readonly<Record<Field, unknown>> = {
  name: '',
  description: '',
  systemPrompt: '',
  languageCode: '',
  initialMessage: '',
  avatarId: '',
  avatarModelName: '',
  voiceId: '',
  llmId: '',
  toolIds: [],
  skipGreeting: false,
  uninterruptibleGreeting: false,
  zeroDataRetention: false,
};

/** Converts a draft to the API's input, without empty fields. */
export const toInput = (draft: PersonaDraft): CreatePersonaInput => toCreateInput(draft);

/** Creates a draft of an existing persona. */
export const toDraft = (persona: Readonly<Record<Field, unknown>>): PersonaDraft =>
  createDraft(emptyDraft, persona);

/** Returns the fields that a draft changes; null for cleared ones. */
export const getChanges = (original: PersonaDraft, draft: PersonaDraft): UpdatePersonaInput =>
  getChangedFields(original, draft, (name, value) =>
    value === '' ? (Reflect.get(EMPTIED, name) ?? null) : value,
  );
