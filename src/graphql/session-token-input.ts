import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import {
  CreateSessionToken,
  PersonaConfig,
  VoiceDetectionOptions,
  VoiceGenerationOptions,
} from '../contract/session-token.ts';
import { anyKnownModel } from './avatar-models.ts';
import { builder } from './builder.ts';
import { nullsAsOmitted, readDescriptions, refuseConflicts } from './input.ts';
import { brainTypeField, personaInputFields } from './persona-input.ts';

const detection = readDescriptions(VoiceDetectionOptions.shape);

const VoiceDetectionOptionsInput = builder.inputType('VoiceDetectionOptionsInput', {
  description: "How the user's speech is listened to. Each service has its own ranges.",
  fields: (t) => ({
    endOfSpeechSensitivity: t.float({ description: detection('endOfSpeechSensitivity') }),
    silenceBeforeSkipTurnSeconds: t.float({
      description: detection('silenceBeforeSkipTurnSeconds'),
    }),
    silenceBeforeSessionEndSeconds: t.float({
      description: detection('silenceBeforeSessionEndSeconds'),
    }),
    silenceBeforeAutoEndTurnSeconds: t.float({
      description: detection('silenceBeforeAutoEndTurnSeconds'),
    }),
    speechEnhancementLevel: t.float({ description: detection('speechEnhancementLevel') }),
  }),
});

const generation = readDescriptions(VoiceGenerationOptions.shape);

const VoiceGenerationOptionsInput = builder.inputType('VoiceGenerationOptionsInput', {
  description: 'How the persona speaks. Each service has its own ranges.',
  fields: (t) => ({
    stability: t.float({ description: generation('stability') }),
    similarityBoost: t.float({ description: generation('similarityBoost') }),
    speed: t.float({ description: generation('speed') }),
  }),
});

const asked = readDescriptions(PersonaConfig.shape);

const PersonaConfigInput = builder.inputType('PersonaConfigInput', {
  description: "Who the session is with: a persona by id, or a persona's own fields spelled out.",
  fields: (t) => ({
    personaId: t.id({ description: asked('personaId') }),
    ...personaInputFields(t, asked('avatarModel')),
    maxSessionLengthSeconds: t.float({ description: asked('maxSessionLengthSeconds') }),
    languageCode: t.string({ description: asked('languageCode') }),
    voiceDetectionOptions: t.field({
      type: VoiceDetectionOptionsInput,
      description: "How the user's speech is listened to.",
    }),
    voiceGenerationOptions: t.field({
      type: VoiceGenerationOptionsInput,
      description: 'How the persona speaks.',
    }),
    brainType: brainTypeField(t),
  }),
});

const PersonaOverridesInput = builder.inputType('PersonaOverridesInput', {
  description:
    'What is different about a saved persona for one session. What is left out stays, and so does what is null, but for avatarModel, which null clears.',
  fields: (t) => personaInputFields(t, asked('avatarModel')),
});

const needsPersona = (input: JsonObject, context: z.RefinementCtx) => {
  const { overrides, personaConfig } = input;
  if (!overrides || (isJsonObject(personaConfig) && personaConfig.personaId !== undefined)) return;
  context.addIssue({
    code: 'custom',
    path: ['personaConfig', 'personaId'],
    message: 'overrides changes a saved persona: personaId names it.',
  });
};

const SessionReplayInput = builder.inputType('SessionReplayInput', {
  description: 'Whether the session can be watched again.',
  fields: (t) => ({
    enableSessionReplay: t.boolean({ description: 'Enables session replay.' }),
  }),
});

const SessionOptionsInput = builder.inputType('SessionOptionsInput', {
  description: 'Options of the session besides its persona.',
  fields: (t) => ({
    sessionReplay: t.field({
      type: SessionReplayInput,
      description: 'Whether the session can be watched again.',
    }),
  }),
});

const WithKnownModels = CreateSessionToken.safeExtend({
  personaConfig: PersonaConfig.safeExtend({ avatarModel: anyKnownModel.optional() }),
});

/** Input of createSessionToken, name for name the body of POST /v1/auth/session-token. */
export const CreateSessionTokenInput = builder.inputType('CreateSessionTokenInput', {
  description: 'What the session of a new token will be.',
  validate: {
    schema: nullsAsOmitted(WithKnownModels.superRefine(refuseConflicts).superRefine(needsPersona)),
  },
  fields: (t) => ({
    clientLabel: t.string({
      description: readDescriptions(CreateSessionToken.shape)('clientLabel'),
    }),
    personaConfig: t.field({
      type: PersonaConfigInput,
      required: true,
      description: 'Who the session is with.',
    }),
    overrides: t.field({
      type: PersonaOverridesInput,
      description:
        'Changes to the persona of personaConfig.personaId for this session. The API looks the persona up, applies them, and sends the result spelled out.',
    }),
    sessionOptions: t.field({ type: SessionOptionsInput, description: 'Further options.' }),
    extra: t.field({
      type: 'JSONObject',
      description:
        'Keys of the body that are newer than this schema, at any depth, such as `{"personaConfig": {"toolIds": []}}`.',
    }),
  }),
});
