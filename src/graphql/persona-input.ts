import { AvatarModel as AvatarModelValue, CreatePersona } from '../contract/persona.ts';
import { builder } from './builder.ts';
import { readDescriptions } from './input.ts';

/** Avatar model versions, as an enum whose values are the ones on the wire. */
export const AvatarModel = builder.enumType('AvatarModel', {
  description: 'Version of the avatar model.',
  values: {
    CARA_2: { value: AvatarModelValue.enum['cara-2'], description: 'The model cara-2.' },
    CARA_3: { value: AvatarModelValue.enum['cara-3'], description: 'The model cara-3.' },
  },
});

const asked = readDescriptions(CreatePersona.shape);

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** The fields that spell a persona out, of every input that does; each says of avatarModel what it means there. */
export const personaInputFields = (t: InputFields, avatarModel: string) => ({
  name: t.string({ description: asked('name') }),
  avatarId: t.id({ description: asked('avatarId') }),
  avatarModel: t.field({ type: AvatarModel, description: avatarModel }),
  voiceId: t.id({ description: asked('voiceId') }),
  llmId: t.id({ description: asked('llmId') }),
  systemPrompt: t.string({ description: asked('systemPrompt') }),
  skipGreeting: t.boolean({ description: asked('skipGreeting') }),
});

/** The fields of a persona that is stored. */
export const storedPersonaFields = (t: InputFields) => ({
  ...personaInputFields(t, asked('avatarModel')),
  description: t.string({ description: asked('description') }),
  toolIds: t.idList({ description: asked('toolIds') }),
  languageCode: t.string({ description: asked('languageCode') }),
  initialMessage: t.string({ description: asked('initialMessage') }),
  extra: t.field({
    type: 'JSONObject',
    description:
      'Further keys of the request body, or values of avatarModel, that are not in this schema. They are sent unchanged.',
  }),
});

/** The old name of the LLM, of every input that takes it. Specification, "Versioning". */
export const brainTypeField = (t: InputFields) =>
  t.id({ description: asked('brainType'), deprecationReason: 'Use llmId.' });
