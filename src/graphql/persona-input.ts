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

const describeInput = readDescriptions(CreatePersona.shape);

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** The fields that spell a persona out, of every input that does; each says of avatarModel what it means there. */
export const personaInputFields = (t: InputFields, avatarModel: string) => ({
  name: t.string({ description: describeInput('name') }),
  avatarId: t.id({ description: describeInput('avatarId') }),
  avatarModel: t.field({ type: AvatarModel, description: avatarModel }),
  voiceId: t.id({ description: describeInput('voiceId') }),
  llmId: t.id({ description: describeInput('llmId') }),
  systemPrompt: t.string({ description: describeInput('systemPrompt') }),
  skipGreeting: t.boolean({ description: describeInput('skipGreeting') }),
});

/** The fields of a persona that is stored. */
export const storedPersonaFields = (t: InputFields) => ({
  ...personaInputFields(t, describeInput('avatarModel')),
  description: t.string({ description: describeInput('description') }),
  toolIds: t.idList({ description: describeInput('toolIds') }),
  languageCode: t.string({ description: describeInput('languageCode') }),
  initialMessage: t.string({ description: describeInput('initialMessage') }),
  extra: t.field({
    type: 'JSONObject',
    description:
      'Further keys of the request body, or values of avatarModel, that are not in this schema. They are sent unchanged.',
  }),
});

/** The old name of the LLM, of every input that takes it. Specification, "Versioning". */
export const brainTypeField = (t: InputFields) =>
  t.id({ description: describeInput('brainType'), deprecationReason: 'Use llmId.' });
