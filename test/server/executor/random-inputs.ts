import fc from 'fast-check';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
} from 'graphql';

/** Names of fields, arguments and variables, of which some every object has already. */
const NAMES = ['a', 'b', 'c', 'constructor', 'toString'];

const even = new GraphQLScalarType({
  name: 'Even',
  parseValue: (value) => {
    if (value === 'none') return undefined;
    if (value === 'null') return null;
    if (typeof value !== 'number') throw new Error('It is no number.');
    if (value % 2 !== 0) throw new GraphQLError('It is odd.');
    return value;
  },
});
const boxed = new GraphQLScalarType({ name: 'Boxed', parseValue: (value) => ({ value }) });
const written = new GraphQLScalarType({
  name: 'Written',
  parseValue: (value) => JSON.stringify(value),
});
const anything = new GraphQLScalarType({ name: 'Anything' });
const color = new GraphQLEnumType({
  name: 'Color',
  values: { RED: {}, GREEN: { value: 0 }, BLUE: { value: { blue: true } }, NONE: { value: null } },
});

/** What is right for a leaf: as a value, and as a literal. */
const LEAVES = [
  [GraphQLInt, [0, -1, 2_147_483_647], ['0', '-1']],
  [GraphQLFloat, [0.5, -0, 1e308], ['1', '0.5']],
  [GraphQLString, ['', 'text'], ['""', '"text"']],
  [GraphQLBoolean, [true, false], ['true', 'false']],
  [GraphQLID, ['id', 7], ['"id"', '7']],
  [even, [2, 'null'], ['2', '"null"']],
  [boxed, [1, 'x', {}], ['1', '{ a: 1 }']],
  [written, ['x', [1], { a: 1 }], ['1', '[1]', '{ a: 1 }']],
  [anything, [1, 'x', [{}], { a: { b: 1 } }], ['1', '"x"', '[1]', '{ a: { b: 1 } }']],
  [color, ['RED', 'GREEN', 'BLUE', 'NONE'], ['RED', 'GREEN', 'BLUE', 'NONE']],
] as const;

const leafOf = (type: GraphQLInputType) => LEAVES.find(([leaf]) => leaf === type);

const wrongValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(undefined, null, Number.NaN, 2 ** 40, 3, 'none', 'PINK', [], {}),
);
const wrongLiteral = fc.constantFrom('3', '2147483648', '"none"', 'PINK', 'null', '[]', '{}');

/** What is mostly of one kind, and at times of another. */
const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 30) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 });

const list = (type: GraphQLInputType) => new GraphQLList(type);
const nonNull = (type: GraphQLInputType) => (isNonNullType(type) ? type : new GraphQLNonNull(type));

const field = fc.record({
  name: fc.constantFrom(...NAMES),
  /** Which type: leaves come first, then input objects. */
  number: fc.nat(LEAVES.length + 3),
  wrap: fc.constantFrom<(type: GraphQLInputType) => GraphQLInputType>(
    (type) => type,
    (type) => type,
    nonNull,
    list,
    (type) => nonNull(list(type)),
    (type) => list(nonNull(type)),
    (type) => list(list(type)),
  ),
  defaultValue: fc.option(fc.oneof(fc.constantFrom(1, 'RED', null), fc.jsonValue()), {
    nil: undefined,
    freq: 4,
  }),
});
const fields = fc.uniqueArray(field, { minLength: 1, selector: ({ name }) => name });

/** A schema whose input objects have each other as fields (the last wants exactly one), with a field of any arguments. */
export const inputGraph = fc.tuple(fields, fields, fields, fields, fields).map(([args, ...all]) => {
  const last = all.length - 1;
  const objects = all.map(
    (own, index): GraphQLInputObjectType =>
      new GraphQLInputObjectType({
        name: `Input${index}`,
        isOneOf: index === last,
        fields: () =>
          Object.fromEntries(
            own.map(({ name, number, wrap, defaultValue }) => {
              const type = types[number] ?? GraphQLInt;
              return [name, index === last ? { type } : { type: wrap(type), defaultValue }];
            }),
          ),
      }),
  );
  const types = [...LEAVES.map(([type]) => type), ...objects];
  const argument = ({ name, number, wrap, defaultValue }: (typeof args)[number]) =>
    [name, { type: wrap(types[number] ?? GraphQLInt), defaultValue }] as const;
  const field = { type: GraphQLString, args: Object.fromEntries(args.map(argument)) };
  const query = new GraphQLObjectType({ name: 'Query', fields: { field } });
  return new GraphQLSchema({ query, types });
});

/** Keys of an object with what they hold: mostly those it must have, and others, in any order. */
function pairsOf<T>(
  type: GraphQLInputObjectType,
  holding: (type: GraphQLInputType) => fc.Arbitrary<T>,
) {
  const own = Object.values(type.getFields());
  const pairs = own.map(({ name, type }) => holding(type).map((value) => [name, value] as const));
  const required = new Set(own.flatMap(({ name, type }) => (isNonNullType(type) ? [name] : [])));
  return fc
    .tuple(fc.tuple(...pairs), fc.shuffledSubarray(own.map(({ name }) => name)))
    .map(([pairs, some]) => {
      const names = type.isOneOf ? some.slice(0, 1) : [...new Set([...some, ...required])];
      return names.flatMap((name) => pairs.filter(([key]) => key === name));
    });
}

type Stray = readonly (readonly [name: string, value: unknown])[];

/** A value near what a type asks for. */
export function nearValue(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const value = (of: GraphQLInputType): fc.Arbitrary<unknown> => {
    const [, values] = leafOf(of) ?? [];
    if (values) return fc.constantFrom<unknown>(...values);
    if (isNonNullType(of)) return value(of.ofType);
    if (depth > 2) return fc.constant({});
    if (isListType(of)) {
      const item = nearValue(of.ofType, depth + 1);
      const items = fc.array(item, { maxLength: 3 });
      return fc.oneof(
        item,
        items,
        items.map((all) => new Set(all)),
      );
    }
    if (!isInputObjectType(of)) return fc.constant(null);
    const known = pairsOf(of, (type) => nearValue(type, depth + 1));
    const stray = fc
      .constantFrom('stray', '__proto__', 'valueOf')
      .map((name) => [[name, 1] as const]);
    return fc
      .tuple(known, mostly<Stray>(fc.constant([]), stray))
      .map(([own, more]) => Object.fromEntries([...own, ...more]));
  };
  const usual = mostly(value(type), wrongValue);
  return isNonNullType(type) ? usual : mostly(usual, fc.constantFrom(null, undefined), 6);
}

/** A literal near what a type asks for, with variables anywhere in it if there are any. */
export function nearLiteral(
  type: GraphQLInputType,
  variables: readonly string[] = [],
  depth = 0,
): fc.Arbitrary<string> {
  const inner = (of: GraphQLInputType) => nearLiteral(of, variables, depth + 1);
  const literal = (of: GraphQLInputType): fc.Arbitrary<string> => {
    const [, , literals] = leafOf(of) ?? [];
    if (literals) return fc.constantFrom<string>(...literals);
    if (isNonNullType(of)) return literal(of.ofType);
    if (depth > 2) return fc.constant('{}');
    if (isListType(of)) {
      const items = fc.array(inner(of.ofType), { maxLength: 3 });
      return fc.oneof(
        inner(of.ofType),
        items.map((all) => `[${all.join(' ')}]`),
      );
    }
    if (!isInputObjectType(of)) return fc.constant('null');
    return pairsOf(of, inner).map(
      (pairs) => `{ ${pairs.map(([name, text]) => `${name}: ${text}`).join(' ')} }`,
    );
  };
  const usual = mostly(literal(type), wrongLiteral);
  if (variables.length === 0) return usual;
  return mostly(
    usual,
    fc.constantFrom(...variables.flatMap((name) => [`$${name}`, `[$${name}]`, `{ a: $${name} }`])),
    4,
  );
}

/** A type of a schema for each of some names. */
export const namedTypes = (schema: GraphQLSchema) =>
  fields.map((all) =>
    all.flatMap(({ name, number, wrap }) => {
      const names = [...LEAVES.map(([type]) => type.name), 'Input0', 'Input1', 'Input2', 'Input3'];
      const type = schema.getType(names[number] ?? '');
      return isInputType(type) ? [{ name, type: wrap(type) }] : [];
    }),
  );

/** What can be told of a value: its kind, and its keys in their order with what they hold. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const keys = Reflect.ownKeys(value);
  return { prototype, pairs: keys.map((key) => [key, shapeOf(Reflect.get(value, key))]) };
}
