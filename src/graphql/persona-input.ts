import { AvatarModel as AvatarModelValue } from '../contract/persona.ts';
import { builder } from './builder.ts';

/** The enum of avatar models. Its internal values are the names in the REST API. */
export const AvatarModel = builder.enumType('AvatarModel', {
  description: 'Version of the avatar model.',
  values: {
    CARA_2: { value: AvatarModelValue.enum['cara-2'], description: 'The model cara-2.' },
    CARA_3: { value: AvatarModelValue.enum['cara-3'], description: 'The model cara-3.' },
  },
});
