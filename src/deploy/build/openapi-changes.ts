import { z } from 'zod';

/** The parts of an OpenAPI document that are compared. */
const OpenApiDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ operationId: z.string(), requestBody: z.unknown().optional() }),
    ),
  ),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({
        properties: z.record(z.string(), z.unknown()).default({}),
        required: z.array(z.string()).default([]),
      }),
    ),
  }),
});

/** Returns what clients can rely on, and what services may demand, as names with a dot. */
function listNames(text: string) {
  const { paths, components } = OpenApiDocument.parse(JSON.parse(text));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const bodies = JSON.stringify(operations.map(({ requestBody }) => requestBody));
  const schemas = Object.entries(components.schemas);
  return {
    offered: [
      ...operations.map(({ operationId }) => `Endpoint.${operationId}`),
      ...schemas.flatMap(([name, { properties }]) => [
        name,
        ...Object.keys(properties).map((property) => `${name}.${property}`),
      ]),
    ],
    demanded: schemas
      .filter(([name]) => bodies.includes(`"#/components/schemas/${name}"`))
      .flatMap(([name, { required }]) => required.map((property) => `${name}.${property}`)),
  };
}

/**
 * Returns the changes from one OpenAPI document to another that break clients, as sentences: endpoints, schemas and
 * properties that are gone, and properties of requests that are required now.
 */
export function findContractChanges(released: string, current: string): string[] {
  const [from, to] = [listNames(released), listNames(current)];
  return [
    ...from.offered
      .filter((name) => !to.offered.includes(name))
      .map((name) => `${name} was removed.`),
    ...to.demanded
      .filter((name) => !from.demanded.includes(name))
      .map((name) => `${name} is required now.`),
  ];
}
