import fc from 'fast-check';
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type JsonSchema, resolved } from './openapi.ts';

/** Mostly what is asked for, at times anything at all. */
const nearly = (asked: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: asked, weight: 12 }, { arbitrary: fc.jsonValue(), weight: 1 });

/** Text that has broken programs before, and any other. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\0', '__proto__', '%', "' or 1=1 --", '\ud800', '🙂'.repeat(30), '..'),
);

const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 1e308, 2 ** 53));

const stringOf = ({ format, minLength = 0, maxLength = 60 }: JsonSchema) =>
  format === 'uri'
    ? fc.oneof(fc.webUrl(), anyText)
    : fc.oneof(fc.string({ minLength, maxLength }), fc.uuid(), anyText);

/** An object that has the `required` of these fields, and often others of them. */
const someOf = (
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
): fc.Arbitrary<object> =>
  fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });

const objectOf = (schema: JsonSchema) => {
  const known = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, nearly(nearSchema(property))] as const,
  );
  const fields = someOf(Object.fromEntries(known), schema.required ?? []);
  const stray = fc.oneof(
    { arbitrary: fc.constant({}), weight: 8 },
    { arbitrary: fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 2 }), weight: 1 },
  );
  return fc.tuple(fields, stray).map(([own, more]) => ({ ...own, ...more }));
};

/** Values near what a JSON Schema of the printed contract asks for. */
export function nearSchema(reference: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolved(reference);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nearSchema));
  const kinds: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => stringOf(schema),
    integer: () => fc.oneof(fc.integer({ min: -1, max: 101 }), anyNumber),
    number: () => anyNumber,
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => fc.array(nearSchema(schema.items ?? {}), { maxLength: 3 }),
    object: () => objectOf(schema),
  };
  const types = [schema.type ?? []].flat().flatMap((type) => kinds[type]?.() ?? []);
  return types.length > 0 ? fc.oneof(...types) : fc.jsonValue();
}

const SCALARS: Record<string, fc.Arbitrary<unknown>> = {
  ID: fc.oneof(fc.uuid(), anyText),
  String: anyText,
  Int: fc.oneof(fc.integer({ min: -1, max: 101 }), fc.integer()),
  Float: anyNumber,
  Boolean: fc.boolean(),
  JSONObject: fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 3 }),
  URL: fc.webUrl(),
  Secret: anyText,
  Upload: fc.jsonValue(),
};

/** Values near what an input type of the graph asks for. */
export function nearInput(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return nearly(nearInput(type.ofType));
  if (isListType(type)) return fc.array(nearInput(type.ofType), { maxLength: 4 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const asked = fields.map((field) => [field.name, nearInput(field.type)] as const);
    const required = fields.filter(({ type: inner }) => isNonNullType(inner));
    const names = required.map(({ name }) => name);
    return nearly(someOf(Object.fromEntries(asked), names));
  }
  return fc.oneof(
    { arbitrary: SCALARS[type.name] ?? fc.jsonValue(), weight: 10 },
    { arbitrary: fc.constant(null), weight: 1 },
  );
}

/** Times a property is tried: a hundred, or as FUZZ_RUNS says. */
export const RUNS: number = Number(process.env.FUZZ_RUNS ?? 100);

/** Milliseconds that so many may take, on a machine with other things to do. */
export const TIME: number = 60_000 + 100 * RUNS;
