import {
  GraphQLError,
  getOperationAST,
  getVariableValues,
  parse,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

/** Operations with valid variables. */
const OPERATIONS = {
  read: [
    'query ($id: ID!, $ids: [ID!]! = []) { llm(id: $id) { id } avatarsByIds(ids: $ids) { id } }',
    { id: 'none' },
  ],
  creation: [
    'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }',
    { input: { name: 'Ada' } },
  ],
  upload: [
    `mutation ($image: AvatarImageInput!) {
      createAvatar(input: { displayName: "Ada", image: $image }) { avatar { id } }
    }`,
    { image: { url: 'not an address' } },
  ],
} as const;

test.each<[operation: keyof typeof OPERATIONS, invalid: Record<string, unknown>]>([
  ['read', {}],
  ['read', { id: null }],
  ['read', { id: { x: 1 }, ids: ['a', null, 1.5] }],
  ['creation', { input: { avatarModel: 9, stray: 1, skipGreeting: 'yes' } }],
  ['creation', { input: null }],
  ['upload', { image: {} }],
  ['upload', { image: { url: 'x', file: null } }],
  ['upload', { image: { url: null } }],
])(
  'invalid variables of the %s, %j, cause the errors of graphql-js each time',
  async (operation, invalid) => {
    const [document, valid] = OPERATIONS[operation];
    const { run } = await start();
    const { variableDefinitions = [] } =
      getOperationAST(parse(document)) ?? expect.fail('there is an operation');
    const { errors = [] } = getVariableValues(schema, variableDefinitions, invalid);
    const expectedErrors = errors.map(({ message, locations }) => ({ message, locations }));
    expect(expectedErrors).not.toHaveLength(0);
    for (let round = 0; round < 2; round += 1) {
      const { errors: found } = await run(document, invalid);
      const comparable = found?.map(({ message, locations }) => ({ message, locations }));
      expect(comparable).toStrictEqual(expectedErrors);
      const response = await run(document, valid);
      for (const { message } of response.errors ?? []) expect(message).not.toMatch(/Variable/);
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
  const upstream = await startUpstreamWithResponse(200, {});
  const { run } = await start({ upstream, plugins: [plugin] });
  const runAs = async (role: string) =>
    (await run('{ __typename }', {}, { 'x-role': role })).errors?.map(({ message }) => message);
  expect([await runAs('admin'), await runAs('guest'), await runAs('admin')]).toStrictEqual([
    undefined,
    ['Only for admins.'],
    undefined,
  ]);
});
