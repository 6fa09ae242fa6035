import { z } from 'zod';
import { shapeIn } from '../contract/field.ts';
import { personaFields, UpdatePersona } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import {
  CreateSessionToken,
  PersonaConfig,
  VoiceDetectionOptions,
  VoiceGenerationOptions,
} from '../contract/session-token.ts';
import { builder } from './builder.ts';
import { createUpdateInput } from './create-input.ts';
import { createInputFields } from './fields.ts';
import { createDescriber, preprocessNulls, rejectConflicts } from './input.ts';
import { AvatarModel, avatarModelName, rejectTwoModels } from './persona-input.ts';

const types = { avatarModel: AvatarModel };

const VoiceDetectionOptionsInput = builder.inputType('VoiceDetectionOptionsInput', {
  description: 'Speech detection options. The ranges depend on the upstream.',
  fields: () => createInputFields(VoiceDetectionOptions.shape),
});

const VoiceGenerationOptionsInput = builder.inputType('VoiceGenerationOptionsInput', {
  description: 'Voice generation options. The ranges depend on the upstream.',
  fields: () => createInputFields(VoiceGenerationOptions.shape),
});

const rejectModelOfPersona = (config: JsonObject, context: z.RefinementCtx) => {
  if (config.personaId === undefined || config.avatarModelName === undefined) return;
  const message = 'personaId cannot be combined with avatarModelName.';
  context.addIssue({ code: 'custom', path: ['avatarModelName'], message });
};

const PersonaRequest = PersonaConfig.safeExtend({ avatarModelName })
  .superRefine(rejectTwoModels)
  .superRefine(rejectModelOfPersona);

const PersonaConfigInput = builder.inputType('PersonaConfigInput', {
  description: 'The persona of the session: either personaId, or the fields of a persona.',
  fields: () =>
    createInputFields(PersonaRequest.shape, {
      ...types,
      voiceDetectionOptions: VoiceDetectionOptionsInput,
      voiceGenerationOptions: VoiceGenerationOptionsInput,
    }),
});

const { brainType: _, ...overridable } = shapeIn('session', personaFields);

const isCleared = (field: string) =>
  new Map<string, z.ZodType>(Object.entries(UpdatePersona.shape)).get(field)?.safeParse(null)
    .success ?? false;

/** Null clears the fields that it clears in an update. */
const overrideShape: z.ZodRawShape = {
  avatarModelName,
  ...Object.fromEntries(
    Object.entries<z.ZodType>(overridable).map(([field, schema]) => [
      field,
      isCleared(field) ? schema.nullable() : schema,
    ]),
  ),
};

const Overrides = createUpdateInput({
  name: 'PersonaOverridesInput',
  description: 'Changes to a saved persona for one session.',
  schema: z.strictObject(overrideShape).superRefine(rejectTwoModels),
  types,
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

const SessionReplayInput = builder.inputType('SessionReplayInput', {
  description: 'Session replay options.',
  fields: (t) => ({
    enableSessionReplay: t.boolean({ description: 'Enables session replay.' }),
  }),
});

const SessionOptionsInput = builder.inputType('SessionOptionsInput', {
  description: 'Options of the session other than the persona.',
  fields: (t) => ({
    sessionReplay: t.field({
      type: SessionReplayInput,
      description: 'Session replay options.',
    }),
  }),
});

const SessionTokenRequest = CreateSessionToken.safeExtend({
  personaConfig: PersonaRequest,
  overrides: Overrides.schema.optional(),
});

/** The input of createSessionToken. Its fields have the names of the body of POST /v1/auth/session-token. */
export const CreateSessionTokenInput = builder.inputType('CreateSessionTokenInput', {
  description: 'Input of createSessionToken.',
  validate: {
    schema: preprocessNulls(
      SessionTokenRequest.superRefine(rejectConflicts).superRefine(requirePersonaId),
    ),
  },
  fields: (t) => ({
    clientLabel: t.string({
      description: createDescriber(CreateSessionToken.shape)('clientLabel'),
    }),
    personaConfig: t.field({
      type: PersonaConfigInput,
      required: true,
      description: 'The persona of the session.',
    }),
    overrides: t.field({
      type: Overrides.type,
      description:
        'Changes to the persona of personaConfig.personaId for this session. The API reads the persona, applies the changes, and sends the resulting fields to the upstream.',
    }),
    sessionOptions: t.field({ type: SessionOptionsInput, description: 'Further session options.' }),
    extra: t.field({
      type: 'JSONObject',
      description:
        'Further keys of the request body that are not in this schema, at any depth, such as `{"personaConfig": {"toolIds": []}}`.',
    }),
  }),
});
