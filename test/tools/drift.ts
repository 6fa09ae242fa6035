import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import { z } from 'zod';

// `npx node test/tools/drift.ts DOCUMENT [FILE] [--accept]`: compares the contract, schema/openapi.json, with the OpenAPI document of a
// service, a URL or a file, and prints how they differ. The exit code is 1 if they do. FILE has the differences that are
// known, a line each, which are not printed; --accept writes it.

/** What an OpenAPI document says of a value: of all branches of a union together. */
interface Shape {
  readonly types: Set<string>;
  /** The values of an enum; empty if any value is valid. */
  readonly values: Set<string>;
  /** Properties by name; the items of a list are `[]`. */
  readonly properties: Map<string, Shape>;
  readonly required: Set<string>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Deeper objects are not compared, because a schema may contain itself. */
const MAX_DEPTH = 8;

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).default([]),
  enum: z.array(z.unknown()).default([]),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
});

const Parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  schema: z.unknown().optional(),
});
const Body = z.looseObject({
  content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })).default({}),
});

const Operation = z.looseObject({
  parameters: z.array(Parameter).default([]),
  requestBody: Body.default({ content: {} }),
  responses: z.record(z.string(), Body).default({}),
});

const OpenApiDocument = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({
      ...Object.fromEntries(METHODS.map((method) => [method, Operation.optional()])),
      parameters: Operation.shape.parameters,
    }),
  ),
});

const createShape = (): Shape => ({
  types: new Set(),
  values: new Set(),
  properties: new Map(),
  required: new Set(),
});

function getProperty({ properties }: Shape, name: string): Shape {
  const known = properties.get(name);
  if (known) return known;
  const shape = createShape();
  properties.set(name, shape);
  return shape;
}

/** Adds to a shape what a schema says. */
function addSchema(shape: Shape, schema: unknown, depth = 0): void {
  // A boolean accepts anything or nothing.
  if (schema === undefined || typeof schema === 'boolean' || depth > MAX_DEPTH) return;
  const data = Schema.parse(schema);
  // Null is valid in any response and clears in updates, and a whole number is a number.
  for (const type of [data.type].flat())
    if (type !== 'null') shape.types.add(type === 'integer' ? 'number' : type);
  for (const value of [...data.enum, data.const])
    if (typeof value === 'string') shape.values.add(value);
  for (const name of data.required) shape.required.add(name);
  for (const [name, property] of Object.entries(data.properties))
    addSchema(getProperty(shape, name), property, depth + 1);
  if (data.items !== undefined) addSchema(getProperty(shape, '[]'), data.items, depth + 1);
  for (const branch of [...data.anyOf, ...data.oneOf, ...data.allOf])
    addSchema(shape, branch, depth + 1);
}

/**
 * Reads an OpenAPI document without references: a property for each endpoint, such as `POST /v1/personas`, which has the
 * properties `query`, `request` and `response`. Only successful responses count.
 * @throws ZodError if it is no OpenAPI document.
 */
function readShapes(document: unknown): Shape {
  const api = createShape();
  for (const [path, item] of Object.entries(OpenApiDocument.parse(document).paths))
    for (const method of METHODS) {
      const operation = Operation.optional().parse(item[method]);
      if (!operation) continue;
      // The names of parameters in paths mean nothing.
      const name = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
      const endpoint = getProperty(api, name);
      for (const parameter of [...item.parameters, ...operation.parameters])
        if (parameter.in === 'query')
          addSchema(getProperty(getProperty(endpoint, 'query'), parameter.name), parameter.schema);
      for (const { schema } of Object.values(operation.requestBody.content))
        addSchema(getProperty(endpoint, 'request'), schema);
      for (const [status, { content }] of Object.entries(operation.responses))
        if (status.startsWith('2'))
          for (const { schema } of Object.values(content))
            addSchema(getProperty(endpoint, 'response'), schema);
    }
  return api;
}

const list = (values: ReadonlySet<string>) => [...values].sort().join(' or ');

/** Returns the values of one set that another lacks; none if the other is empty, which allows any. */
const findOthers = (values: ReadonlySet<string>, known: ReadonlySet<string>) =>
  known.size === 0 ? [] : [...values].filter((value) => !known.has(value));

/**
 * Returns how a service differs from the contract, a sentence for each difference. Of what one side does not have at all,
 * only the outermost part is named.
 * @param path where both shapes are, such as `POST /v1/personas request`.
 */
function findDrift(contract: Shape, service: Shape, path = ''): string[] {
  const at = (name: string) => {
    if (name === '[]') return `${path}[]`;
    return / (query|request|response)/.test(path) ? `${path}.${name}` : `${path} ${name}`.trim();
  };
  const types = findOthers(service.types, contract.types);
  const isResponse = path.includes(' response');
  return [
    ...(types.length > 0
      ? [`${path} is ${list(service.types)}, and ${list(contract.types)} in the contract.`]
      : []),
    ...findOthers(service.values, contract.values).map(
      (value) => `${path} has the value ${value}, which the contract does not have.`,
    ),
    // The contract accepts responses without what a service promises.
    ...[...(isResponse ? [] : service.required)]
      .filter((name) => contract.properties.has(name) && !contract.required.has(name))
      .map((name) => `${at(name)} is required, and optional in the contract.`),
    ...[...service.properties].flatMap(([name, property]) => {
      const known = contract.properties.get(name);
      if (known) return findDrift(known, property, at(name));
      // An object without listed properties is JSON of any form.
      return path !== '' && contract.properties.size === 0
        ? []
        : [`${at(name)} is not in the contract.`];
    }),
    ...[...contract.properties.keys()]
      .filter((name) => !service.properties.has(name) && service.properties.size > 0)
      .map((name) => `${at(name)} is in the contract only.`),
  ];
}

async function read(ref: string) {
  const config = await createConfig({});
  const result = await bundle({ ref, config, dereference: true });
  return readShapes(result.bundle.parsed);
}

/**
 * Compares the contract with a document, and returns all differences and those that are new. `isAccepted` writes all to
 * the file of known ones, so that none is new.
 * @throws Error if the document cannot be read.
 */
export async function compareContract(document: string, file?: string, isAccepted = false) {
  const drift = findDrift(await read('schema/openapi.json'), await read(document));
  if (isAccepted && file) {
    writeFileSync(file, `${drift.join('\n')}\n`);
    return { drift, news: [] };
  }
  const known = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return { drift, news: drift.filter((line) => !known.has(line)) };
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { accept: { type: 'boolean', default: false } },
  });
  const [document, file] = positionals;
  if (document === undefined) throw new Error('The OpenAPI document of the service is missing.');
  const { drift, news } = await compareContract(document, file, values.accept);
  process.stdout.write(news.map((line) => `${line}\n`).join(''));
  if (news.length > 0) process.exitCode = 1;
  process.stderr.write(`${drift.length} differences, of which ${news.length} are new\n`);
}

if (import.meta.main) await main();
