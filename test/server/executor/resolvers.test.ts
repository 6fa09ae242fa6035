import { buildSchema, execute as executeByGraphQL, type GraphQLResolveInfo, parse } from 'graphql';
import { pathToArray } from 'graphql/jsutils/Path.js';
import { expect, test } from 'vitest';
import { DocumentCache } from '../../../src/server/documents/valid-documents.ts';
import { DOCUMENT_LIMITS } from '../../../src/server/executor/operation-limits.ts';
import { createSchema, executeByPlan } from './execute-by-plan.ts';

const resolveLater = <T>(value: T) => new Promise<T>((resolve) => setImmediate(resolve, value));

/** Creates a promise that is not native. */
const createThenable = (
  then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void,
) => ({ then });

test('a thenable that calls back at once is completed as a promise is', async () => {
  const eager = createSchema('type Query { good: [Int!] bad: [Int!] }', {
    good: () => [createThenable((resolve) => resolve(1))],
    bad: () => [createThenable((_, reject) => reject(new Error('No.')))],
  });
  const result = await executeByPlan(eager, '{ good bad }');
  expect(result?.data).toStrictEqual({ good: [1], bad: null });
  expect(result?.errors).toMatchObject([{ message: 'No.', path: ['bad', 0] }]);
});

const fail = () => {
  throw new Error('Fails.');
};

test.each<[string, () => unknown]>([
  ['an aggregate error without errors', () => Promise.reject(new AggregateError([], 'Empty.'))],
  [
    'a promise whose constructor throws',
    () => Object.defineProperty(Promise.resolve(''), 'constructor', { get: fail }),
  ],
])('a field fails with %s as with graphql-js', async (_, field) => {
  const sdl = 'type Query { maybe: Node } type Node { soft: String hard: String! }';
  const hostile = createSchema(sdl, { maybe: () => ({}), soft: field, hard: field });
  for (const document of ['{ maybe { soft } }', '{ maybe { hard } }']) {
    const expected = await executeByGraphQL({ schema: hostile, document: parse(document) });
    expect(expected.errors).toHaveLength(1);
    const result = await executeByPlan(hostile, document);
    expect(JSON.parse(JSON.stringify(result))).toStrictEqual(JSON.parse(JSON.stringify(expected)));
  }
});

test('what arrives below a null that an error has caused is ignored', async () => {
  const resolved: string[] = [];
  const late = createSchema(
    'type Query { node: Node other: Int } type Node { fails: Int! node: Node leaf: Int }',
    {
      node: (parent) => (parent ? resolveLater({}) : {}),
      fails: () => Promise.reject(new Error('Fails.')),
      leaf: () => {
        resolved.push('leaf');
        throw new Error('Late.');
      },
      other: () => resolveLater(1),
    },
  );
  const result = await executeByPlan(late, '{ node { fails node { leaf } } other }');
  expect(result?.data).toStrictEqual({ node: null, other: 1 });
  expect(result?.errors).toMatchObject([{ message: 'Fails.' }]);
  expect(resolved).toStrictEqual([]);
});

test('the promises of a list that nobody reads may reject', async () => {
  const list = () => [Promise.resolve(1), null, Promise.reject(new Error('Ignored.'))];
  const sdl = 'type Query { node: Node list: [Int!] } type Node { later: [Int!] fails: Int! }';
  const later = createSchema(sdl, {
    node: () => ({}),
    list,
    later: () => resolveLater(null).then(list),
    fails: () => Promise.reject(new Error('Fails.')),
  });
  const result = await executeByPlan(later, '{ node { later fails } list }');
  expect(result.data).toStrictEqual({ node: null, list: null });
});

test('each combination of skipped fields has one plan', () => {
  const schema = buildSchema('type Query { maybe: Node } type Node { id: ID }');
  const document = new DocumentCache().find(
    parse('query A($no: Boolean!) { maybe { id @skip(if: $no) } } query B { maybe { id } }'),
  );
  const limits = { ...DOCUMENT_LIMITS, cost: 1 };
  const getPlan = (name: string, given = {}) =>
    document.getOperation(schema, name)?.getPlan(given, limits);
  const getPlans = () => [getPlan('A', { no: true }), getPlan('A', { no: false }), getPlan('B')];
  expect(new Set([...getPlans(), ...getPlans()]).size).toBe(3);
  expect(document.getOperation(schema, 'C')).toBeUndefined();
  expect(document.getOperation(schema, undefined)).toBeUndefined();
});

test('the resolvers of a mutation run one after the other', async () => {
  const order: string[] = [];
  const resolve = (name: string) => async () => {
    order.push(`${name} begins`);
    await resolveLater(null);
    order.push(`${name} ends`);
  };
  const sdl = 'type Query { a: Int } type Mutation { a: Int b: Int }';
  const serial = createSchema(sdl, { a: resolve('a'), b: resolve('b') });
  await executeByPlan(serial, 'mutation { a b }');
  expect(order).toStrictEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('only a resolver that declares info or takes rest parameters receives info', async () => {
  const named = createSchema('type Query { plain: String rest: String none: String }', {
    plain: (_parent, _args, _context, info) => info.fieldName,
    rest: (...args) => args[3].fieldName,
    none: function (_parent, _args) {
      // biome-ignore lint/complexity/noArguments: it shows what was passed.
      return String(arguments[3]);
    },
  });
  const result = await executeByPlan(named, '{ plain rest none }');
  expect(result?.data).toStrictEqual({ plain: 'plain', rest: 'rest', none: 'undefined' });
});

test('a copy of info has the path and the keys of graphql-js', async () => {
  const copies: GraphQLResolveInfo[] = [];
  const method = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) =>
    void copies.push({ ...info });
  const schema = createSchema(
    'type Query { node: Node, list: [Node] } type Node { method: String }',
    { node: () => ({ method }), list: () => [{ method }, { method }] },
  );
  const source = 'query Names { node { method } list { renamed: method } }';
  const collect = async (run: () => unknown) => {
    await run();
    const infos = copies.splice(0);
    return infos.map((info) => ({ keys: Object.keys(info), path: pathToArray(info.path) }));
  };
  const ours = await collect(() => executeByPlan(schema, source));
  const theirs = await collect(() => executeByGraphQL({ schema, document: parse(source) }));
  expect(ours.map(({ path }) => path)).toStrictEqual([
    ['node', 'method'],
    ['list', 0, 'renamed'],
    ['list', 1, 'renamed'],
  ]);
  expect(ours.map(({ path }) => path)).toStrictEqual(theirs.map(({ path }) => path));
  const needed = ['fieldName', 'fieldNodes', 'parentType', 'schema', 'operation'];
  for (const { keys } of ours) {
    expect(theirs[0]?.keys).toStrictEqual(expect.arrayContaining(keys));
    expect(keys).toStrictEqual(expect.arrayContaining(needed));
  }
});
