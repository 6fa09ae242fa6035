import SchemaBuilder from '@pothos/core';
import { type GraphQLFieldResolver, graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/graphql/authorization/caller.ts';
import { FIELD_SCOPES, type FieldScopes } from '../../../src/graphql/authorization/field-scopes.ts';
import type { Scope } from '../../../src/policy/scopes.ts';

const caller = (...scopes: Scope[]): Caller => ({
  id: 'ada',
  isAuthenticated: true,
  credential: undefined,
  scopes: new Set(scopes),
});

const seven = () => 7;

/** A schema of one field that requires these scopes. */
function buildGraph(scopes?: FieldScopes<object>) {
  const builder = new SchemaBuilder<{ Context: Caller }>({
    plugins: [FIELD_SCOPES],
    fieldScopes: { getCaller: (context) => context },
  });
  builder.queryType({
    fields: (t) => ({ seven: t.int({ ...(scopes && { scopes }), resolve: seven }) }),
  });
  return builder.toSchema();
}

const ask = (contextValue: Caller, scopes?: FieldScopes<object>) =>
  graphqlSync({ schema: buildGraph(scopes), source: '{ seven }', contextValue });

test.each([
  ['is omitted', undefined],
  ['is an empty list', []],
  ['returns an empty list', () => []],
])('a field whose scopes option %s is open to every caller', (_, scopes) => {
  expect(ask(caller(), scopes)).toEqual({ data: { seven: 7 } });
});

test('a field without scopes keeps its own resolver', () => {
  const resolve: GraphQLFieldResolver<unknown, unknown> | undefined = buildGraph()
    .getQueryType()
    ?.getFields().seven?.resolve;
  expect(resolve).toBe(seven);
});

test.each([
  ['a list', ['tools:read', 'tools:write']],
  ['a function without parameters that returns a list', () => ['tools:read', 'tools:write']],
] satisfies [string, FieldScopes<object>][])('%s of scopes requires all of them', (_, scopes) => {
  expect(ask(caller('tools:write', 'tools:read'), scopes).data).toEqual({ seven: 7 });
  const { data, errors } = ask(caller('tools:read'), scopes);
  expect(data).toEqual({ seven: null });
  expect(errors).toMatchObject([{ path: ['seven'], extensions: { code: 'FORBIDDEN' } }]);
});
