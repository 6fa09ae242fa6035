import type {
  CreatePersonaInput,
  PersonaPromptsQuery,
  PersonaQuery,
  UpdatePersonaInput,
} from '../../hooks/index.ts';
import { getChangedFields, toCreateInput } from '../shell/draft-form.tsx';

/** A persona with the fields of its page. */
export type Persona = NonNullable<PersonaQuery['persona']>;

/** How a persona is made. */
export type Prompts = NonNullable<PersonaPromptsQuery['persona']>;

/** The fields of an update that the form does not edit. */
type Further = 'extra' | 'voiceDetectionOptions' | 'voiceGenerationOptions' | 'widgetConfig';

/** The fields that the form edits. */
type Field = Exclude<keyof UpdatePersonaInput, Further>;

/** The fields whose value is a text, or on or off. */
export type FieldOf<Value> = {
  [Name in Field]: Value extends NonNullable<UpdatePersonaInput[Name]> ? Name : never;
}[Field];

/** The state of the form for a persona. Texts may be empty. */
export type PersonaDraft = Readonly<Pick<UpdatePersonaInput, Field>>;

/** The texts that may be empty. For the others, null is sent: it clears the field, or the API says why not. */
const MAY_BE_EMPTY: readonly string[] = [
  'name',
  'description',
  'systemPrompt',
  'avatarId',
] satisfies Field[];

/** Converts a draft to the API's input, without empty fields. */
export const toInput = (draft: PersonaDraft): CreatePersonaInput => toCreateInput(draft);

/** Creates a draft of an existing persona, which has every field that the form edits: prompts only if they can be read. */
export const toDraft = (
  persona: Pick<Persona, Exclude<Field, keyof Prompts>>,
  prompts: Pick<Prompts, Field & keyof Prompts> | undefined,
): PersonaDraft => ({ ...persona, ...prompts });

/** Returns the fields that a draft changes; null for cleared ones. */
export const getChanges = (original: PersonaDraft, draft: PersonaDraft): UpdatePersonaInput =>
  getChangedFields(original, draft, (name, value) =>
    value === '' && !MAY_BE_EMPTY.includes(name) ? null : value,
  );
