import fc from 'fast-check';
import {
  buildSchema,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  Kind,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { createArgumentCoercion } from '../../../src/server/executor/coerce-arguments.ts';
import { inputGraph, nearLiteral, nearValue, shapeOf } from '../../support/random-inputs.ts';

type Values = Record<string, unknown>;

const getField = (schema: GraphQLSchema): GraphQLField<unknown, unknown> =>
  schema.getQueryType()?.getFields().field ?? expect.fail('there is a field');

function parseField(text: string): FieldNode {
  const [node] = getOperationAST(parse(`{ ${text} }`))?.selectionSet.selections ?? [];
  return node?.kind === Kind.FIELD ? node : expect.fail('it is a field');
}

/** The coerced arguments, or the error's message and nodes. */
function captureOutcome(make: () => Values): unknown {
  try {
    return shapeOf(make());
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { message: error.message, nodes: error.nodes };
  }
}

const anyField = inputGraph.chain((schema) => {
  const { args } = getField(schema);
  const written = args.map(({ name, type }) =>
    fc
      .option(nearLiteral(type, ['a', 'constructor']), { freq: 4, nil: undefined })
      .map((literal) => (literal === undefined ? [] : [`${name}: ${literal}`])),
  );
  const [{ type } = { type: GraphQLInt }] = args;
  const variables = fc.record(
    { a: nearValue(type), constructor: nearValue(type) },
    { requiredKeys: [] },
  );
  return fc.tuple(fc.tuple(...written), fc.tuple(variables, variables)).map(([all, requests]) => {
    const texts = all.flat();
    const node = parseField(texts.length > 0 ? `field(${texts.join(' ')})` : 'field');
    return { field: getField(schema), node, requests };
  });
});

test('arguments are coerced as by graphql-js, including the order of keys and the errors', () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(anyField, ({ field, node, requests }) => {
      let looks = 0;
      const watched: FieldNode = {
        ...node,
        get arguments() {
          looks += 1;
          return node.arguments ?? [];
        },
      };
      const make = createArgumentCoercion(field, watched);
      for (const variables of requests) {
        const theirs = captureOutcome(() => getArgumentValues(field, watched, variables));
        const isRight = !('message' in Object(theirs));
        seen[isRight ? 'right' : 'wrong'] += 1;
        looks = 0;
        expect(captureOutcome(() => make(variables))).toStrictEqual(theirs);
        // Valid values need no second look at the document.
        expect(looks).toBe(isRight ? 0 : 1);
      }
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(200);
});

const schema = buildSchema(`
  scalar Any
  input Tree { weight: Int! = 1 leaves: [Int!] }
  type Query {
    field(int: Int, must: Int! = 5, needed: Int, list: [Int], tree: Tree = { leaves: [7] }, any: Any): Int
    strict(id: ID!): Int
    none: Int
  }
`);

const strict = schema.getQueryType()?.getFields().strict ?? expect.fail('there is a field');
const none = schema.getQueryType()?.getFields().none ?? expect.fail('there is a field');

test.each<[text: string, variables: Values, expected: Values | RegExp]>([
  ['strict(id: 7)', {}, { id: '7' }],
  ['strict(id: $id)', { id: 'x' }, { id: 'x' }],
  ['strict', {}, /"id" of required type "ID!" was not provided/],
  ['strict(id: $id)', {}, /"id" of required type .* which was not provided a runtime value/],
  ['strict(id: $constructor)', {}, /which was not provided a runtime value/],
  ['strict(id: $id)', { id: null }, /"id" of non-null type "ID!" must not be null/],
  ['strict(id: $id)', { id: undefined }, /must not be null/],
  ['strict(id: null)', {}, /must not be null/],
  ['strict(id: 1.5)', {}, /has invalid value 1.5/],
])('%s with %j', (text, variables, expected) => {
  const make = () => createArgumentCoercion(strict, parseField(text))(variables);
  if (expected instanceof RegExp) expect(make).toThrow(expected);
  else expect(make()).toStrictEqual(expected);
});

test.each<[text: string, variables: Values, expected: Values]>([
  ['field', {}, {}],
  ['field(int: $i)', {}, {}],
  ['field(int: $i)', { i: null }, { int: null }],
  ['field(must: $i)', {}, { must: 5 }],
  ['field(must: $i)', { i: 6 }, { must: 6 }],
  ['field(int: null)', {}, { int: null }],
  ['field(list: 1)', {}, { list: [1] }],
  ['field(list: [1, $i])', {}, { list: [1, null] }],
  ['field(list: [1, $i])', { i: 2 }, { list: [1, 2] }],
  ['field(any: { a: $i })', { i: 2 }, { any: { a: 2 } }],
])('%s with %j has, besides defaults, %j', (text, variables, expected) => {
  const coerced = createArgumentCoercion(getField(schema), parseField(text))(variables);
  const { tree, must, ...rest } = coerced;
  expect(tree).toStrictEqual(expect.objectContaining({ leaves: [7] }));
  const plain: unknown = JSON.parse(JSON.stringify({ must, ...rest }));
  expect(plain).toStrictEqual({ must: 5, ...expected });
});

test('changing the arguments of a resolver does not affect other requests', () => {
  const text = 'field(list: [1], tree: { leaves: [2] }, any: { a: [3] })';
  const make = createArgumentCoercion(getField(schema), parseField(text));
  const first = make({});
  const before = shapeOf(first);
  Reflect.get(Object(first), 'list').push(4);
  Reflect.get(Object(first.tree), 'leaves').push(4);
  Reflect.get(Object(first.any), 'a').push(4);
  first.int = 1;
  expect(shapeOf(make({}))).toStrictEqual(before);
  const makeNone = createArgumentCoercion(none, parseField('none'));
  makeNone({}).more = 1;
  expect(makeNone({})).toStrictEqual({});
});

test("the default value of an argument is the schema's own object, as in graphql-js", () => {
  const node = parseField('field(tree: $tree)');
  const { tree } = getArgumentValues(getField(schema), node, {});
  expect(createArgumentCoercion(getField(schema), node)({}).tree).toBe(tree);
});

test('an argument called __proto__ is left to graphql-js', () => {
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { field: { type: GraphQLInt, args: { ['__proto__']: { type: GraphQLInt } } } },
  });
  const field = getField(new GraphQLSchema({ query }));
  const made = createArgumentCoercion(field, parseField('field(__proto__: 1)'))({});
  expect(Object.entries(made)).toStrictEqual([['__proto__', 1]]);
});
