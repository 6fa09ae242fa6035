import { getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { start } from '../../support/start.ts';

const upstream = await fakeService(reply(200, { id: 'p1' }));
const [open, closed] = [
  await start({ upstream, introspection: true }),
  await start({ upstream, introspection: false }),
];

test.each([
  getIntrospectionQuery(),
  '{ __schema { queryType { name } } }',
  '{ llms { totalCount } __type(name: "Persona") { name } }',
])('the schema is visible only if introspection is on: %.40s', async (document) => {
  expect((await open.run(document)).errors).toBeUndefined();
  const { data, errors } = await closed.run(document);
  expect(data).toBeUndefined();
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(errors?.[0]?.message).toMatch(/introspection/i);
});

test('__typename is always available, because client caches need it', async () => {
  const { data } = await closed.run('{ llms { __typename } }');
  expect(data.llms).toStrictEqual({ __typename: 'LlmConnection' });
});

test.each<[string, string, object]>([
  ['a field', '{ persona(id: "x") { nam } }', {}],
  ['an argument', '{ persona(idd: "x") { id } }', {}],
  ['a type', 'query ($x: PersonaPag) { llms { totalCount } }', {}],
  [
    'an enum value',
    'mutation { createTool(input: { name: "x", description: "x", config: { system: { action: END_CALLS } } }) { tool { id } } }',
    {},
  ],
  [
    'an enum value and an input field in a variable',
    'mutation ($i: CreateToolInput!) { createTool(input: $i) { tool { id } } }',
    { i: { name: 'x', description: 'x', type: 'SYSTEMS', nam: 'x' } },
  ],
])('an error suggests %s only if introspection is on', async (_, document, variables) => {
  const [shown, hidden] = await Promise.all(
    [open, closed].map(async ({ run }) => {
      const { errors = [] } = await run(document, variables);
      return errors.map(({ message, locations, path, extensions: { code } }) => {
        expect(code).toMatch(/^(GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT)$/);
        return { message, locations, path, code };
      });
    }),
  );
  expect(JSON.stringify(shown)).toContain('Did you mean');
  // Nothing but the suggestions differs.
  expect(hidden).toStrictEqual(
    shown?.map(({ message, ...rest }) => ({
      message: message.replace(/ Did you mean .*/, ''),
      ...rest,
    })),
  );
});
