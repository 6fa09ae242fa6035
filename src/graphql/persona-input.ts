import { z } from 'zod';
import { AvatarModel as AvatarModelValue } from '../contract/persona.ts';
import type { JsonObject } from '../contract/record.ts';
import { builder } from './builder.ts';

/** The enum of avatar models. Its internal values are the names in the REST API. */
export const AvatarModel = builder.enumType('AvatarModel', {
  description:
    'Version of the avatar model: those of the specification. Newer ones are read and sent by name, as `avatarModelName`.',
  values: {
    CARA_2: { value: AvatarModelValue.enum['cara-2'], description: 'The model cara-2.' },
    CARA_3: { value: AvatarModelValue.enum['cara-3'], description: 'The model cara-3.' },
  },
});

export const avatarModelName = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'Name of the avatar model, such as one of the `availableVersions` of the avatar. Instead of `avatarModel`, for any model.',
  )
  .optional();

/** What an update does instead of sending null. */
export const INSTEAD_OF_NULL = {
  llmId: 'Use CUSTOMER_CLIENT_V1 for no LLM.',
  avatarModelName: 'Use null in avatarModel for the default.',
};

/** Rejects an input with both names of the avatar model. */
export function rejectTwoModels(input: JsonObject, context: z.RefinementCtx): void {
  if (input.avatarModel === undefined || input.avatarModelName === undefined) return;
  const message = 'avatarModelName replaces avatarModel. Set only one of them.';
  context.addIssue({ code: 'custom', path: ['avatarModelName'], message });
}

/** Returns an input with `avatarModelName` under the name that it has in the REST API. */
export const withModelName = ({ avatarModelName, ...input }: JsonObject): JsonObject =>
  avatarModelName === undefined ? input : { ...input, avatarModel: avatarModelName };
