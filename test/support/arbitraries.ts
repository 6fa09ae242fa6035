import fc from 'fast-check';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

/** Mostly valid values, occasionally any JSON. */
export const mostly = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: valid, weight: 12 }, { arbitrary: fc.jsonValue(), weight: 1 });

/** Any character but lone surrogates. fast-check's unit `binary` takes a second to create: it indexes all characters. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Any text, often one that is error-prone. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', ' ', '\0', '__proto__', '%', "' or 1=1 --", '\ud800', '🙂'.repeat(30), '..'),
);

/** Any URL. fast-check's `webUrl` takes a second to create, too. */
export const anyUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.string({ unit: anyCharacter }))
  .map(([scheme, domain, path]) => `${scheme}://${domain}/${encodeURIComponent(path)}`);

export const anyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1e308, 2 ** 53),
);

/** An object with the `required` fields and some of the others. */
export const createRecord = (
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
): fc.Arbitrary<object> =>
  fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });

const SCALARS: Record<string, fc.Arbitrary<unknown>> = {
  ID: fc.oneof(fc.uuid(), anyText),
  String: anyText,
  Int: fc.oneof(fc.integer({ min: -1, max: 101 }), fc.integer()),
  Float: anyNumber,
  Boolean: fc.boolean(),
  JSONObject: fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 3 }),
  URL: anyUrl,
  Secret: anyText,
  Upload: fc.jsonValue(),
};

/** Mostly valid values of a GraphQL input type. */
export function nearInput(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return mostly(nearInput(type.ofType));
  if (isListType(type)) return fc.array(nearInput(type.ofType), { maxLength: 4 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const values = fields.map((field) => [field.name, nearInput(field.type)] as const);
    const required = fields.filter(({ type: inner }) => isNonNullType(inner));
    const names = required.map(({ name }) => name);
    return mostly(createRecord(Object.fromEntries(values), names));
  }
  return fc.oneof(
    { arbitrary: SCALARS[type.name] ?? fc.jsonValue(), weight: 10 },
    { arbitrary: fc.constant(null), weight: 1 },
  );
}

/** Mostly valid values of the variables of an operation, by their names. */
export function nearVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
): Record<string, fc.Arbitrary<unknown>> {
  const variables = (operation?.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const input = typeFromAST(schema, type);
    return isInputType(input) ? [[variable.name.value, nearInput(input)] as const] : [];
  });
  return Object.fromEntries(variables);
}

/** Number of runs of a property. Default: 15, with random values. FUZZ_RUNS overrides it. */
export const RUNS: number = Number(process.env.FUZZ_RUNS ?? 15);

/** Number of runs of a property that each operation or endpoint has, of which there are many. Default: 4. */
export const RUNS_OF_EACH: number = Number(process.env.FUZZ_RUNS ?? 4);

/** Timeout for these runs on a slow machine, in milliseconds. */
export const TIME: number = 60_000 + 100 * RUNS;
