import { z } from 'zod';
import { shapeIn } from '../contract/field.ts';
import { personaFields, UpdatePersona } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { CreateSessionToken, PersonaConfig } from '../contract/session-token.ts';
import { builder } from './builder.ts';
import { createUpdateInput } from './create-input.ts';
import { createInputFields } from './fields.ts';
import { preprocessNulls, rejectConflicts } from './input.ts';

export const PersonaConfigInput = builder.inputType('PersonaConfigInput', {
  description: 'The persona of the session: either personaId, or the fields of a persona.',
  fields: () => createInputFields(PersonaConfig.shape),
});

const { brainType: _, ...overridable } = shapeIn('session', personaFields);

const isCleared = (field: string) =>
  new Map<string, z.ZodType>(Object.entries(UpdatePersona.shape)).get(field)?.safeParse(null)
    .success ?? false;

/** Null clears the fields that it clears in an update. */
const overrideShape: z.ZodRawShape = Object.fromEntries(
  Object.entries<z.ZodType>(overridable).map(([field, schema]) => [
    field,
    isCleared(field) ? schema.nullable() : schema,
  ]),
);

const Overrides = createUpdateInput({
  name: 'PersonaOverridesInput',
  description: 'Changes to a saved persona for one session.',
  schema: z.strictObject(overrideShape),
});

const requirePersonaId = (input: JsonObject, context: z.RefinementCtx) => {
  const { overrides, personaConfig } = input;
  if (!overrides || (isJsonObject(personaConfig) && personaConfig.personaId !== undefined)) return;
  context.addIssue({
    code: 'custom',
    path: ['personaConfig', 'personaId'],
    message: 'overrides requires personaConfig.personaId.',
  });
};

const SessionTokenRequest = CreateSessionToken.safeExtend({
  overrides: Overrides.schema.optional(),
});

const { personaConfig: __, ...options } = CreateSessionToken.shape;

/** The input of createSessionToken. Its fields have the names of the body of POST /v1/auth/session-token. */
export const CreateSessionTokenInput = builder.inputType('CreateSessionTokenInput', {
  description: 'Input of createSessionToken.',
  validate: {
    schema: preprocessNulls(
      SessionTokenRequest.superRefine(rejectConflicts).superRefine(requirePersonaId),
    ),
  },
  fields: (t) => ({
    ...createInputFields(options),
    personaConfig: t.field({
      type: PersonaConfigInput,
      required: true,
      description: 'The persona of the session.',
    }),
    overrides: t.field({
      type: Overrides.type,
      description:
        'Changes to the persona of personaConfig.personaId for this session. The API reads the persona, applies the changes, and sends the resulting fields to the upstream. Fails if the persona has a setting that a session configuration cannot have.',
    }),
    verify: t.boolean({
      defaultValue: false,
      description:
        'Whether to look up the ids of personas, avatars, tools, voices and custom LLMs first, at most 100; voices and LLMs only if the upstream is known to have them. An id that does not exist then fails here, with its path, instead of later in the client. Requires the read scope of each.',
    }),
    extra: t.field({
      type: 'JSONObject',
      description:
        'Further keys of the request body that are not in this schema, at any depth, such as `{"environment": {}}`.',
    }),
  }),
});
