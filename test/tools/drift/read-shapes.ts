import { z } from 'zod';

/** What an OpenAPI document says of a value: of all branches of a union together. */
export interface Shape {
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
export function readShapes(document: unknown): Shape {
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
