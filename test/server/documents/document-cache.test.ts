import { GraphQLError, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { start } from '../../support/start.ts';

/** Operations with valid variables, and how many errors they cause: the address of the image is invalid. */
const OPERATIONS = {
  creation: [
    'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }',
    { input: { name: 'Ada' } },
    0,
  ],
  upload: [
    `mutation ($image: AvatarImageInput!) {
      createAvatar(input: { displayName: "Ada", image: $image }) { avatar { id } }
    }`,
    { image: { url: 'not an address' } },
    1,
  ],
} as const;

test.each<[operation: keyof typeof OPERATIONS, invalid: Record<string, unknown>, texts: string[]]>([
  [
    'creation',
    { input: { avatarModel: 9, stray: 1, skipGreeting: 'yes' } },
    [
      '"$input" is invalid at "input.stray": Unknown field. Did you mean "extra"?',
      '"$input" is invalid at "input.skipGreeting": Must be true or false.',
      '"$input" is invalid at "input.avatarModel": Must be a string.',
    ],
  ],
  ['upload', { image: {} }, ['"$image" is invalid: Exactly one field is required.']],
])(
  'invalid variables of the %s, %j, cause the same errors each time',
  async (operation, invalid, texts) => {
    const [document, valid, count] = OPERATIONS[operation];
    const { run } = await start();
    for (let round = 0; round < 2; round += 1) {
      const { errors } = await run(document, invalid);
      expect(errors?.map(({ message }) => message)).toStrictEqual(
        texts.map((text) => `Variable ${text}`),
      );
      const others = (await run(document, valid)).errors ?? [];
      expect(others).toHaveLength(count);
      for (const { message } of others) expect(message).not.toMatch(/Variable/);
    }
  },
);

test('a rule that a plugin creates for each request applies to documents that others may send', async () => {
  const plugin: Plugin = {
    onValidate: ({ context, addValidationRule }) => {
      const isAllowed = context.request.headers.get('x-role') === 'admin';
      const rule: ValidationRule = (validation) => ({
        Field: () => {
          if (!isAllowed) validation.reportError(new GraphQLError('Only for admins.'));
        },
      });
      addValidationRule(rule);
    },
  };
  const upstream = await fakeService(reply(200, {}));
  const { run } = await start({ upstream, plugins: [plugin] });
  const runAs = async (role: string) =>
    (await run('{ __typename }', {}, { 'x-role': role })).errors?.map(({ message }) => message);
  expect([await runAs('admin'), await runAs('guest'), await runAs('admin')]).toStrictEqual([
    undefined,
    ['Only for admins.'],
    undefined,
  ]);
});
