import { buildSchema, execute as executeByGraphQL, type GraphQLResolveInfo, parse } from 'graphql';
import { pathToArray } from 'graphql/jsutils/Path.js';
import { expect, test } from 'vitest';
import { executeByPlan } from './execute-by-plan.ts';

const SDL = 'type Query { node: Node, list: [Node] } type Node { method: String }';
const SOURCE = 'query Names { node { method } list { renamed: method } }';

/** The keys and paths of `info` that one executor passes to methods. */
async function collectInfos(run: (schema: ReturnType<typeof buildSchema>) => unknown) {
  const infos: GraphQLResolveInfo[] = [];
  const node = {
    method(_args: unknown, _context: unknown, info: GraphQLResolveInfo) {
      infos.push({ ...info });
      return 'done';
    },
  };
  const schema = buildSchema(SDL);
  const { node: one, list } = schema.getQueryType()?.getFields() ?? {};
  if (one) one.resolve = () => node;
  if (list) list.resolve = () => [node, node];
  await run(schema);
  return infos.map((info) => ({ keys: Object.keys(info), path: pathToArray(info.path) }));
}

test('a copy of info has the path of graphql-js', async () => {
  const ours = await collectInfos((schema) => executeByPlan(schema, SOURCE));
  const theirs = await collectInfos((schema) =>
    executeByGraphQL({ schema, document: parse(SOURCE) }),
  );
  expect(ours.map(({ path }) => path)).toStrictEqual([
    ['node', 'method'],
    ['list', 0, 'renamed'],
    ['list', 1, 'renamed'],
  ]);
  expect(ours.map(({ path }) => path)).toStrictEqual(theirs.map(({ path }) => path));
  for (const { keys } of ours) expect(theirs[0]?.keys).toStrictEqual(expect.arrayContaining(keys));
  for (const { keys } of ours) {
    expect(keys).toStrictEqual(
      expect.arrayContaining(['fieldName', 'fieldNodes', 'parentType', 'schema', 'operation']),
    );
  }
});
