import { AvatarModel as AvatarModelValue, CreatePersona } from '../contract/persona.ts';
import { builder } from './builder.ts';
import { createDescriber } from './input.ts';

/** The enum of avatar models. Its internal values are the names in the REST API. */
export const AvatarModel = builder.enumType('AvatarModel', {
  description: 'Version of the avatar model.',
  values: {
    CARA_2: { value: AvatarModelValue.enum['cara-2'], description: 'The model cara-2.' },
    CARA_3: { value: AvatarModelValue.enum['cara-3'], description: 'The model cara-3.' },
  },
});

const describeInput = createDescriber(CreatePersona.shape);

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** Creates the input fields that define a persona. `avatarModel` is the description of that field. */
export const createPersonaInputFields = (t: InputFields, avatarModel: string) => ({
  name: t.string({ description: describeInput('name') }),
  avatarId: t.id({ description: describeInput('avatarId') }),
  avatarModel: t.field({ type: AvatarModel, description: avatarModel }),
  voiceId: t.id({ description: describeInput('voiceId') }),
  llmId: t.id({ description: describeInput('llmId') }),
  systemPrompt: t.string({ description: describeInput('systemPrompt') }),
  skipGreeting: t.boolean({ description: describeInput('skipGreeting') }),
});

/** Creates the input fields of a saved persona. */
export const createStoredPersonaFields = (t: InputFields) => ({
  ...createPersonaInputFields(t, describeInput('avatarModel')),
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

/** Creates the input field brainType, the old name of llmId. Specification, "Versioning". */
export const createBrainTypeField = (t: InputFields) =>
  t.id({ description: describeInput('brainType'), deprecationReason: 'Use llmId.' });
