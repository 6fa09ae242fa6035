import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { anyNumber, anyText, anyUrl, createRecord, mostly } from '../support/arbitraries.ts';
import { bodySchema, document, type JsonSchema, PRINTED, resolved } from '../support/openapi.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addFormat('binary', true);
ajv.addSchema(document, 'openapi');

const absolute = (schema: JsonSchema): AnySchemaObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));

const problems = (schema: JsonSchema, value: unknown): string[] => {
  const validate = ajv.compile(absolute(schema));
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** Returns the violations of the printed contract by a response of an operation. */
export function answerProblems(operationId: string, status: number, body: unknown): string[] {
  const printed = PRINTED.get(operationId)?.responses[status];
  if (!printed) return [`${operationId} does not answer ${status}.`];
  const schema = resolved(printed).content?.['application/json']?.schema;
  if (!schema)
    return body === undefined ? [] : [`${operationId} answers ${status} without a body.`];
  return problems(schema, body);
}

/** Returns the schema of an operation's form, if it has one. */
export function formSchema(operationId: string): JsonSchema | undefined {
  const content = PRINTED.get(operationId)?.requestBody?.content;
  const schema = content?.['multipart/form-data']?.schema;
  return schema && resolved(schema);
}

/** Returns the violations of the printed contract by the JSON body of a request. */
export function bodyProblems(operationId: string, body: unknown): string[] {
  const schema = bodySchema(operationId);
  return schema ? problems(schema, body) : [];
}

/** Reads a query parameter as its schema says. */
function readParameter({ type }: JsonSchema, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

/** Returns the violations of the printed contract by the query of a request. */
export function parameterProblems(operationId: string, query: URLSearchParams): string[] {
  const { parameters = [] } = PRINTED.get(operationId) ?? {};
  return [...query].flatMap(([name, text]) => {
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
    if (!parameter) return [`There is no parameter ${name}.`];
    const { schema } = parameter;
    return problems(schema, readParameter(schema, text)).map((problem) => `${name}${problem}`);
  });
}

/** Finds the operation of a method and path in the printed contract. */
export const operationAt = (method: string, path: string): string | undefined =>
  [...PRINTED.values()].find(
    (printed) =>
      printed.method === method &&
      new RegExp(`^${printed.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.operationId;

const createString = ({ format, minLength = 0, maxLength = 60 }: JsonSchema) =>
  format === 'uri'
    ? fc.oneof(anyUrl, anyText)
    : fc.oneof(fc.string({ minLength, maxLength }), fc.uuid(), anyText);

const createObject = (schema: JsonSchema) => {
  const known = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, mostly(nearSchema(property))] as const,
  );
  const fields = createRecord(Object.fromEntries(known), schema.required ?? []);
  const stray = fc.oneof(
    { arbitrary: fc.constant({}), weight: 8 },
    { arbitrary: fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 2 }), weight: 1 },
  );
  return fc.tuple(fields, stray).map(([own, more]) => ({ ...own, ...more }));
};

/** Mostly valid values of a JSON Schema of the printed contract. */
export function nearSchema(reference: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolved(reference);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nearSchema));
  const kinds: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => createString(schema),
    integer: () => fc.oneof(fc.integer({ min: -1, max: 101 }), anyNumber),
    number: () => anyNumber,
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => fc.array(nearSchema(schema.items ?? {}), { maxLength: 3 }),
    object: () => createObject(schema),
  };
  const types = [schema.type ?? []].flat().flatMap((type) => kinds[type]?.() ?? []);
  return types.length > 0 ? fc.oneof(...types) : fc.jsonValue();
}
