// @module-tag graphql16
import fc from 'fast-check';
import {
  buildSchema,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLSchema,
  getOperationAST,
  getVariableValues,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema as productSchema } from '../../../src/graphql/schema.ts';
import { createVariableCoercion } from '../../../src/server/executor/coerce-variables.ts';
import { nearInput, RUNS } from '../../support/arbitraries.ts';
import { DOCUMENT, OPERATIONS } from '../../support/operations.ts';

type Given = Record<string, unknown>;

/** The variables as coerced by this executor and by graphql-js. */
function coerceWithBoth(schema: GraphQLSchema, operation: OperationDefinitionNode, given: Given) {
  const { variableDefinitions: definitions } = operation;
  const theirs = getVariableValues(schema, definitions ?? [], given).coerced;
  return { ours: createVariableCoercion(schema, definitions)(given), theirs };
}

/** What can be told of a value: its kind, and its keys in their order with what they hold. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const keys = Reflect.ownKeys(value);
  return { prototype, pairs: keys.map((key) => [key, shapeOf(Reflect.get(value, key))]) };
}

const parseOperation = (text: string) =>
  getOperationAST(parse(text)) ?? expect.fail('there is an operation');

/** An operation that makes no call. */
const WITHOUT_CALL = { name: 'CreateGuestToken', variables: { input: {} }, files: undefined };

test.each(
  parse(DOCUMENT).definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION && node.variableDefinitions?.length
      ? [[node.name?.value, node] as const]
      : [],
  ),
)(
  'variables of the operation %s are coerced as by graphql-js',
  { tags: ['slow'] },
  (_, operation) => {
    const known = operation.variableDefinitions?.flatMap(({ variable, type: node }) => {
      const type = typeFromAST(productSchema, node);
      return isInputType(type) ? [[variable.name.value, nearInput(type)] as const] : [];
    });
    const expectSame = (given: Given) => {
      const { ours, theirs } = coerceWithBoth(productSchema, operation, given);
      expect(shapeOf(ours)).toStrictEqual(shapeOf(theirs));
      return theirs;
    };
    fc.assert(
      fc.property(fc.record(Object.fromEntries(known ?? [])), (given) => void expectSame(given)),
      { numRuns: RUNS * 4 },
    );
    // What is random may be invalid each time. A file cannot be generated from JSON.
    const usual = [...OPERATIONS, WITHOUT_CALL].find(({ name }) => name === operation.name?.value);
    if (!usual?.files) expect(expectSame({ ...usual?.variables })).toBeDefined();
  },
);

const schema = buildSchema(`
  scalar Any
  enum Color { RED GREEN }
  input Tree { weight: Int! = 1 leaves: [Int!] tree: Tree any: Any constructor: Color }
  input Plain { weight: Int! tree: Tree = { weight: 2 } }
  input One @oneOf { a: Int b: String }
  type Query { field(float: Float id: ID): Int }
`);

const parseJson = (json: string): unknown => JSON.parse(json);
const INVALID = undefined;

/** What random variables rarely are. */
test.each<[definitions: string, given: Given, coerced: Given | undefined]>([
  ['$v: Int', { v: null }, { v: null }],
  ['$v: Int', { v: undefined }, { v: null }],
  ['$v: Int = null', {}, { v: null }],
  ['$v: Int = 1', { v: null }, { v: null }],
  ['$v: Int! = 1', { v: null }, INVALID],
  ['$v: Int!', { v: undefined }, INVALID],
  ['$a: Int $b: Int', { b: 1, a: 2 }, { a: 2, b: 1 }],
  ['$constructor: Int', {}, {}],
  ['$constructor: Int!', {}, INVALID],
  ['$v: Nothing', { v: 1 }, INVALID],
  ['$v: Query', {}, INVALID],
  ['$v: Int', { v: 2 ** 31 }, INVALID],
  ['$v: Float', { v: Number.POSITIVE_INFINITY }, INVALID],
  ['$v: ID', { v: 7.5 }, INVALID],
  ['$v: Color', { v: 'constructor' }, INVALID],
  ['$v: Color', { v: ['RED'] }, INVALID],
  ['$v: [[Int]]', { v: [1, [2], null] }, { v: [[1], [2], null] }],
  ['$v: [Int]', { v: new Set([1, 2]) }, { v: [1, 2] }],
  ['$v: [Int]', { v: [1, undefined] }, { v: [1, null] }],
  ['$v: Plain', { v: [] }, INVALID],
  ['$v: Plain', { v: { weight: null } }, INVALID],
  ['$v: Plain', { v: { weight: 1, stray: undefined } }, INVALID],
  ['$v: Plain', { v: parseJson('{ "weight": 1, "__proto__": {} }') }, INVALID],
  ['$v: Plain', { v: { tree: null, weight: 1 } }, { v: { weight: 1, tree: null } }],
  ['$v: One', { v: { a: null } }, INVALID],
  ['$v: One', { v: { a: 1, b: 'x' } }, INVALID],
  ['$v: One', { v: { a: 1, b: null } }, INVALID],
  ['$v: One', { v: { a: 1, b: undefined } }, { v: { a: 1 } }],
])('query (%s) is given %o', (definitions, given, coerced) => {
  const { ours, theirs } = coerceWithBoth(
    schema,
    parseOperation(`query (${definitions}) { field }`),
    given,
  );
  expect(shapeOf(ours)).toStrictEqual(shapeOf(coerced));
  expect(shapeOf(theirs)).toStrictEqual(shapeOf(coerced));
});

test("the default value of an input field is the schema's parseJson object, as in graphql-js", () => {
  const operation = parseOperation('query ($v: Plain) { field }');
  const { ours, theirs } = coerceWithBoth(schema, operation, { v: { weight: 1 } });
  const [mine, graphqls] = [ours, theirs].map((all) => Reflect.get(Object(all?.v), 'tree'));
  expect(mine).toStrictEqual(expect.objectContaining({ weight: 2 }));
  expect(mine).toBe(graphqls);
});

test("changing a variable's default value does not affect other requests", () => {
  const { variableDefinitions } = parseOperation(
    'query ($tree: Tree = { constructor: RED, leaves: [1] }, $list: [Int] = 1) { field }',
  );
  const coerce = createVariableCoercion(schema, variableDefinitions);
  const first = coerce({});
  const before = shapeOf(first);
  Reflect.get(Object(first?.tree), 'leaves').push(2);
  Reflect.set(Object(first?.list), 0, 3);
  expect(shapeOf(coerce({}))).toStrictEqual(before);
});

test('variables and input fields named __proto__ are left to graphql-js', () => {
  const { variableDefinitions } = parseOperation('query ($__proto__: Int) { field }');
  expect(createVariableCoercion(schema, variableDefinitions)({})).toBeUndefined();
  const odd: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: 'Odd',
    fields: () => ({ ['__proto__']: { type: GraphQLInt }, inner: { type: even } }),
  });
  const even: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: 'Even',
    fields: () => ({ odd: { type: odd } }),
  });
  const types = new GraphQLSchema({ types: [even] });
  const coerce = createVariableCoercion(
    types,
    parseOperation('query ($v: Odd, $w: Even) { field }').variableDefinitions,
  );
  const named = parseJson('{ "__proto__": 1 }');
  expect(coerce({ v: named })).toBeUndefined();
  expect(coerce({ w: { odd: named } })).toBeUndefined();
  expect(coerce({ w: {} })).toStrictEqual({ w: {} });
});
