import { z } from 'zod';

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

const Parameter = z.object({ name: z.string(), required: z.boolean().default(false) });

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ required: z.boolean().default(false) }).optional(),
});

/** The parts of an OpenAPI document that are compared. */
const OpenApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), ObjectSchema) }),
});

type OpenApiDocument = z.output<typeof OpenApiDocument>;

const listOperations = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** Returns what clients can rely on, as names with a dot. */
const listOffered = (document: OpenApiDocument): string[] => [
  ...listOperations(document).map(({ operationId }) => `Endpoint.${operationId}`),
  ...Object.entries(document.components.schemas).flatMap(([name, { properties }]) => [
    name,
    ...Object.keys(properties).map((property) => `${name}.${property}`),
  ]),
];

/** Returns what services demand, by what demands it: an endpoint, or the schema of a body. */
function listDemands(document: OpenApiDocument): Map<string, readonly string[]> {
  const operations = listOperations(document);
  const bodies = JSON.stringify(operations.map(({ requestBody }) => requestBody));
  return new Map([
    ...operations.map(({ operationId, parameters, requestBody }) => {
      const required = parameters.filter((parameter) => parameter.required);
      const names = required.map(({ name }) => name);
      return [
        `Endpoint.${operationId}`,
        requestBody?.required ? [...names, 'body'] : names,
      ] as const;
    }),
    ...Object.entries(document.components.schemas)
      .filter(([name]) => bodies.includes(`"#/components/schemas/${name}"`))
      .map(([name, { required }]) => [name, required] as const),
  ]);
}

/** Returns what is demanded now of requests that clients already send. Nobody sends those of a new endpoint. */
function findNewDemands(released: OpenApiDocument, current: OpenApiDocument): string[] {
  const before = listDemands(released);
  return [...listDemands(current)].flatMap(([owner, names]) => {
    const known = before.get(owner);
    return known
      ? names.filter((name) => !known.includes(name)).map((name) => `${owner}.${name}`)
      : [];
  });
}

/**
 * Returns the changes from one OpenAPI document to another that break clients, as sentences: endpoints, schemas and
 * properties that are gone, and what released endpoints and the schemas of their bodies require now.
 */
export function findContractChanges(released: string, current: string): string[] {
  const from = OpenApiDocument.parse(JSON.parse(released));
  const to = OpenApiDocument.parse(JSON.parse(current));
  const offered = new Set(listOffered(to));
  return [
    ...listOffered(from)
      .filter((name) => !offered.has(name))
      .map((name) => `${name} was removed.`),
    ...findNewDemands(from, to).map((name) => `${name} is required now.`),
  ];
}
