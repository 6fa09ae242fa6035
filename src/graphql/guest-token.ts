import { z } from 'zod';
import { objectOf } from '../contract/schema-meta.ts';
import type { GuestToken } from '../policy/guests.ts';
import { builder } from './builder.ts';
import { createError } from './errors.ts';
import { createObjectInput } from './fields.ts';
import { createInputRule } from './validation.ts';

const Input = objectOf('CreateGuestToken', 'Input of createGuestToken.', {
  challenge: z
    .string()
    .min(1)
    .max(8_192)
    .describe(
      'Response to the challenge of the page, 1 to 8,192 characters. It can be used once. Required if the policy has a challenge.',
    )
    .optional(),
});

const CreateGuestTokenPayload = builder.objectRef<GuestToken>('CreateGuestTokenPayload').implement({
  description: 'Result of createGuestToken.',
  fields: (t) => ({
    token: t.exposeString('token', {
      nullable: false,
      description: 'The JWT of the guest, for the Authorization header of further requests.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: false,
      description: 'Expiry time of the token.',
    }),
  }),
});

builder.mutationField('createGuestToken', (t) =>
  t.field({
    type: CreateGuestTokenPayload,
    description:
      'Creates a token for a visitor without a login, which the page keeps. An operation can have this field once. It makes no upstream call, and fails with NOT_SUPPORTED if the policy has no guests.',
    args: {
      input: t.arg({
        type: createObjectInput(Input),
        required: true,
        description: 'The visitor.',
        validate: createInputRule(Input),
      }),
    },
    scopes: [],
    resolve: (_, { input }, { createGuestToken }) => {
      // The rule of the argument has parsed it.
      const { challenge } = input as z.output<typeof Input>;
      const creation = createGuestToken(challenge);
      if (creation) return creation;
      throw createError('NOT_SUPPORTED', 'The policy of this API has no guests.');
    },
  }),
);
