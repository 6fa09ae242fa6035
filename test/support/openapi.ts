import { readFileSync } from 'node:fs';

/** A JSON Schema, as far as schema/openapi.json uses them. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: JsonSchema;
}

/** An operation of the printed contract. */
export interface PrintedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** As it is in the document, below its path and method. */
type Bare = Omit<PrintedOperation, 'method' | 'path' | 'parameters'> & {
  readonly parameters?: readonly Parameter[];
};

/** The printed contract. */
export const document = JSON.parse(readFileSync('schema/openapi.json', 'utf8'));

/** Every operation of schema/openapi.json, by its id. */
export const PRINTED: ReadonlyMap<string, PrintedOperation> = new Map(
  Object.entries<Record<string, Bare>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { ...operation, parameters: operation.parameters ?? [], path, method: method.toUpperCase() },
    ]),
  ),
);

/** Returns the target of a reference in the document. */
export const resolved = <Value extends { readonly $ref?: string }>(value: Value): Value =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split('/')
        .reduce((node, key) => node[key], document);

/** Returns the schema of an operation's JSON body. */
export const bodySchema = (operationId: string): JsonSchema | undefined =>
  PRINTED.get(operationId)?.requestBody?.content?.['application/json']?.schema;

/** Returns the schemas of the successful JSON responses of an operation. */
const answerSchemas = ({ responses }: PrintedOperation): JsonSchema[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const schema = resolved(response).content?.['application/json']?.schema;
    return status.startsWith('2') && schema ? [resolved(schema)] : [];
  });

/** Creates a value of a schema, with all of its properties or only those that it requires. */
export function createSample(reference: JsonSchema, isComplete: boolean): unknown {
  const { anyOf, type, properties = {}, required = [], items, ...schema } = resolved(reference);
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0]) return createSample(anyOf[0], isComplete);
  if (schema.format === 'uri') return 'https://sample.example/1';
  if (schema.format === 'date-time') return '2026-11-01T10:00:00.000Z';
  const kind = [type ?? 'object'].flat()[0];
  if (kind === 'array') return isComplete && items ? [createSample(items, true)] : [];
  if (kind === 'string') return 'sample';
  if (kind === 'boolean') return false;
  if (kind !== 'object') return 1;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isComplete || required.includes(name))
      .map(([name, property]) => [name, createSample(property, isComplete)]),
  );
}

/** What any operation can be answered with: all that a response must have, in one record. */
export const ANSWER: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...[...PRINTED.values()].flatMap(answerSchemas).map((schema) => createSample(schema, false)),
  { id: 'x1' },
);
