import fc from 'fast-check';
import { execute as executeByGraphQL, GraphQLError, isAbstractType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { UpstreamError } from '../../../src/upstream/errors.ts';
import { RUNS } from '../../support/arbitraries.ts';
import { createSchema, executeByPlan, type Resolvers } from './execute-by-plan.ts';

/** A schema in which every field can fail, synchronously or asynchronously, nullable or not. */
const SDL = `
  enum Color { RED GREEN }
  interface Named { name: String }
  union Any = Node | Leaf
  type Leaf implements Named { name: String }
  type Query { any: [Any] node: Node! maybe: Node list(size: Int = 2): [Node!] loose: [Node] sum(a: Int!, b: [Int!] = [1]): Int }
  type Mutation { node: Node maybe: Node list(size: Int): [Node] }
  type Node implements Named {
    id: ID! name: String count: Int ratio: Float flag: Boolean color: Color
    tags: [String!] matrix: [[Int]]
    nothing: String absent: String!
    throws: String throwsHard: String!
    rejects: String rejectsHard: String!
    later: String laterHard: String!
    wrongInt: Int wrongColor: Color wrongList: [String]
    errorValue: String mixed: [String] mixedHard: [String!]
    node: Node maybe: Node list(size: Int): [Node!] loose: [Node] sum(a: Int!, b: [Int!] = [1]): Int
  }
`;

const resolveLater = <T>(value: T) => new Promise<T>((resolve) => setImmediate(resolve, value));
const node = {};
const many = (size = 1) => Array.from({ length: size }, () => node);

const resolvers: Resolvers = {
  id: () => 'n1',
  name: () => 'a name',
  count: () => 3,
  ratio: () => 0.5,
  flag: () => true,
  color: () => 'RED',
  tags: () => new Set(['a', 'b']),
  matrix: () => [[1, null], null, [resolveLater(2)]],
  nothing: () => null,
  absent: () => undefined,
  throws: () => {
    throw new GraphQLError('Thrown.', { extensions: { code: 'X' } });
  },
  throwsHard: () => {
    throw new Error('Thrown hard.');
  },
  rejects: () => Promise.reject(new Error('Rejected.')),
  rejectsHard: () => Promise.reject(new Error('Rejected hard.')),
  later: () => resolveLater('later'),
  laterHard: () => resolveLater('later'),
  wrongInt: () => 2 ** 40,
  wrongColor: () => 'BLUE',
  wrongList: () => 'no list',
  errorValue: () => new Error('An error as a value.'),
  mixed: () => ['a', Promise.reject(new Error('In a list.')), new Error('As an item.'), null],
  mixedHard: () => [resolveLater('a'), null],
  node: () => node,
  maybe: () => resolveLater(node),
  any: () => [node, { name: 'leaf' }, resolveLater(node)],
  list: (_, { size }) => many(size),
  loose: () => [node, null, Promise.reject(new Error('Loose.')), resolveLater(node)],
  sum: (_, { a, b }) => [a, ...b].reduce((x: number, y: number) => x + y),
};

const schema = createSchema(SDL, resolvers);

const getMember = (value: unknown) => (value === node ? 'Node' : 'Leaf');
for (const type of Object.values(schema.getTypeMap()))
  if (isAbstractType(type)) type.resolveType = getMember;

const LEAF_FIELDS = Object.keys(resolvers).filter(
  (name) => !['any', 'node', 'maybe', 'list', 'loose', 'sum'].includes(name),
);

const alias = fc.constantFrom('', 'a: ', 'b: ', 'toString: ');
const when = fc.constantFrom('', '', '@skip(if: $yes)', '@include(if: $no)', '@include(if: $yes)');

const { selection } = fc.letrec<{ field: string; selection: string }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(alias, fc.constantFrom(...LEAF_FIELDS, '__typename'), when)
      .map((parts) => parts.join(' ')),
    fc
      .tuple(alias, fc.constantFrom('node', 'maybe', 'list', 'list(size: $size)', 'loose'), when)
      .chain(([name, field, condition]) =>
        tie('selection').map((inner) => `${name}${field} ${condition} ${inner}`),
      ),
    fc
      .tuple(alias, fc.constantFrom('sum(a: 1)', 'sum(a: $size, b: [2, $size])'))
      .map((p) => p.join('')),
    tie('selection').map((inner) => `... on Node ${inner}`),
    fc.constant('...F'),
  ),
  selection: fc
    .array(tie('field'), { minLength: 1, maxLength: 4 })
    .map((fields) => `{ ${fields.join(' ')} }`),
}));

const VARIABLES = 'Op($yes: Boolean!, $no: Boolean = false, $size: Int = 2)';
const document = fc
  .tuple(fc.constantFrom('query', 'mutation'), selection, selection, selection)
  .map(([operation, one, two, fragment]) =>
    [
      `${operation} ${VARIABLES} { node ${one} maybe ${two} x: list(size: $size) ${one} }`,
      // A recursive fragment never passes validation.
      `fragment F on Node ${fragment.replaceAll('...F', 'id')}`,
    ].join(' '),
  );

/** The results of this executor and of graphql-js's. */
async function executeWithBoth(source: string, variables: Record<string, unknown>) {
  const document = parse(source);
  const ours = await executeByPlan(schema, source, { variables });
  const theirs = await executeByGraphQL({ schema, document, variableValues: variables });
  return { ours, theirs };
}

interface Outcome {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** The path of the null that an error caused, as far as there is data. */
function getNullPath({ path = [] }: GraphQLError, data: unknown): string {
  let at = data;
  const found = path.findIndex((key) => {
    if (at === null || at === undefined) return true;
    at = Reflect.get(Object(at), key);
    return false;
  });
  return path.slice(0, found < 0 ? path.length : found).join('.');
}

const toPlainJson = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

/**
 * Expects the same data. Each error of graphql-js must also be reported by this executor, or lie below a null that
 * another of its errors caused. Each additional error must lie below a null that graphql-js reports. (Of several errors
 * below one null, graphql-js reports only some; Yoga's executor and this one report most.)
 */
function expectSameResult(ours: Outcome, theirs: Outcome) {
  expect(toPlainJson(ours.data)).toStrictEqual(toPlainJson(theirs.data));
  const ourErrors = ours.errors?.map(toPlainJson) ?? [];
  const ourNulls = ours.errors?.map((error) => getNullPath(error, ours.data)) ?? [];
  for (const error of theirs.errors ?? []) {
    const nullPath = getNullPath(error, theirs.data);
    if (nullPath === error.path?.join('.')) expect(ourErrors).toContainEqual(toPlainJson(error));
    else expect(ourNulls).toContain(nullPath);
  }
  const nulls = theirs.errors?.map((error) => getNullPath(error, theirs.data)) ?? [];
  for (const error of ours.errors ?? []) expect(nulls).toContain(getNullPath(error, ours.data));
}

test('the executor returns the same data and errors as graphql-js, whichever fields fail', {
  tags: ['slow'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(document, fc.boolean(), fc.nat(3), async (source, yes, size) => {
      const { ours, theirs } = await executeWithBoth(source, { yes, size });
      expectSameResult(ours, theirs);
    }),
    { numRuns: RUNS * 10 },
  );
});

test('an error keeps its nodes, path and original error', async () => {
  const { ours } = await executeWithBoth('{ x: list { y: throwsHard } }', {});
  const [error] = ours.errors ?? [];
  expect(error?.path).toStrictEqual(['x', 0, 'y']);
  expect(error?.nodes?.[0]).toHaveProperty('name.value', 'throwsHard');
  expect(error?.originalError).toHaveProperty('message', 'Thrown hard.');
});

test('if the client disconnects, the operation has one error, however many fields wait', async () => {
  const abort = () => Promise.reject(new UpstreamError('aborted', 'GET /v1/avatars'));
  const waiting = createSchema('type Query { nodes: [Node] } type Node { a: Int b: Int! }', {
    nodes: () => [{}, {}, {}],
    a: abort,
    b: abort,
  });
  const result = await executeByPlan(waiting, '{ nodes { a b } }', { maxBytes: 1e6 });
  expect(result?.data).toBeUndefined();
  expect(result?.errors).toMatchObject([
    { path: ['nodes', 0, 'a'], originalError: expect.objectContaining({ kind: 'aborted' }) },
  ]);
});

test.each([
  '{ __schema { queryType { name kind fields { name args { defaultValue type { ofType { name } } } } } } }',
  '{ a: __type(name: "Color") { enumValues(includeDeprecated: true) { name } } __typename }',
  '{ any { __typename ... on Node { id later } ... on Leaf { id: name } ...F } } fragment F on Named { name }',
])('%s returns the same as with graphql-js', async (source) => {
  const { ours, theirs } = await executeWithBoth(source, {});
  expectSameResult(ours, theirs);
});
