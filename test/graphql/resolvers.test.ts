import { type GraphQLSchema, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { getSubgraphSchema } from '../../src/graphql/federation/subgraph.ts';
import { schema } from '../../src/graphql/schema.ts';

/** Rest parameters and default values: a function with them reads more arguments than its `length` counts. */
const UNDECLARED_PARAMETERS = /\.\.\.(\w+|\[[^\]]*\]|\{[^}]*\})\s*\)\s*$|[\w}\]]\s*=(?!>)/;

const parametersOf = (source: string) => source.split(/=>|\)\s*\{/, 1)[0] ?? '';

const listResolvers = (of: GraphQLSchema) =>
  Object.values(of.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, resolve }) =>
        resolve ? [{ field: `${type.name}.${name}`, resolve }] : [],
      ),
    );

// The executor passes info only to resolvers that declare it: src/server/executor/plan.ts.
test.each([
  ['graph', schema],
  ['subgraph', getSubgraphSchema()],
])('no resolver of the %s reads an argument that it does not declare', (_, of) => {
  const resolvers = listResolvers(of).filter(({ resolve: { length } }) => length > 0 && length < 4);
  expect(resolvers.length).toBeGreaterThan(50);
  const undeclared = resolvers.filter(({ resolve }) => {
    const source = String(resolve);
    return UNDECLARED_PARAMETERS.test(parametersOf(source)) || /\barguments\b/.test(source);
  });
  expect(undeclared.map(({ field }) => field)).toStrictEqual([]);
});

test('undeclared parameters are found', () => {
  for (const source of ['(parent, _, ...[info]) =>', '(parent, args = {}, info) =>'])
    expect(UNDECLARED_PARAMETERS.test(parametersOf(source))).toBe(true);
});
