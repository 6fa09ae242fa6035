import { z } from 'zod';
import { api, contracts } from './api.ts';
import { ErrorBody, FAILURES } from './error.ts';
import type { JsonObject } from './record.ts';
import { capitalize, type Endpoint } from './resource.ts';
import { getInnermost } from './schema-meta.ts';

/** Removes what describes the parser rather than the API. */
function clean(jsonSchema: JsonObject): void {
  const { format, additionalProperties } = jsonSchema;
  for (const key of ['alias', 'isMerged', 'object', 'vocabulary']) delete jsonSchema[key];
  if (format === 'date-time') delete jsonSchema.pattern;
  if (format === 'id' || format === 'secret') delete jsonSchema.format;
  if (additionalProperties !== false) delete jsonSchema.additionalProperties;
}

/** Adapts what zod writes to OpenAPI. */
const override = ({
  jsonSchema,
  zodSchema,
}: {
  jsonSchema: JsonObject;
  zodSchema: unknown;
}): void => {
  const { anyOf } = jsonSchema;
  clean(jsonSchema);
  const { alternatives } = (zodSchema instanceof z.ZodObject && zodSchema.meta()) || {};
  if (alternatives) {
    for (const key of ['type', 'properties', 'required', 'additionalProperties', 'alternatives'])
      delete jsonSchema[key];
    jsonSchema.oneOf = alternatives.map((form) =>
      form instanceof z.ZodType ? createSchema(form) : {},
    );
  } else if (zodSchema instanceof z.ZodNullable && Array.isArray(anyOf)) {
    // The description is that of the field. The limit of a list is how many items are read.
    const { description, maxItems, ...value } = anyOf[0];
    clean(value);
    jsonSchema.description ??= description;
    jsonSchema.anyOf = [value, ...anyOf.slice(1)];
  } else if (zodSchema instanceof z.ZodFile) {
    for (const key of ['contentEncoding', 'anyOf', 'maxLength']) delete jsonSchema[key];
    // OpenAPI 3.1 requires this keyword. Older generators need `format: binary`, which zod writes.
    jsonSchema.contentMediaType = 'application/octet-stream';
  }
};

const createRef = (id: string) => `#/components/schemas/${id}`;

const OPTIONS = { io: 'input', uri: createRef, override, unrepresentable: 'any' } as const;

function createSchema(schema: z.ZodType): JsonObject {
  const id = schema.meta()?.id;
  if (id !== undefined) return { $ref: createRef(id) };
  const { $schema, ...json } = z.toJSONSchema(schema, OPTIONS);
  return json;
}

const createContent = (schema: z.ZodType) => ({
  'application/json': { schema: createSchema(schema) },
});

/** Names each body after its operation unless it has a name, and describes bodies and responses by their endpoint. */
function nameSchemas(): void {
  for (const [name, { method, path, body = {}, response }] of Object.entries<Endpoint>(api)) {
    for (const schema of Object.values(body))
      z.globalRegistry.add(schema, {
        id: capitalize(name),
        description: `Body of ${method} ${path}.`,
        ...schema.meta(),
      });
    const { id, ...meta } = response.meta() ?? {};
    if (id) {
      const description = `Response of ${method} ${path}.`;
      z.globalRegistry.add(response, { id, description, ...meta });
    }
  }
}

/** Writes all schemas with an id, in the order of their ids. */
const createSchemas = () =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(z.globalRegistry, OPTIONS).schemas)
      .map(([id, { $schema, $id, ...schema }]) => [id, schema] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const createParameters = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
  Object.entries<z.ZodType>(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = createSchema(field);
    return { name, in: place, required: place === 'path', description, schema: rest };
  });

/** The `encoding` object of a form: the media types of each file. */
const createEncoding = (form: z.ZodObject) =>
  Object.fromEntries(
    Object.entries<z.ZodType>(form.shape).flatMap(([name, field]) => {
      const { checks = [] } = getInnermost(field).def;
      const mime = checks.find((check) => check instanceof z.core.$ZodCheckMimeType);
      return mime ? [[name, { contentType: mime._zod.def.mime.join(', ') }]] : [];
    }),
  );

const createBody = ({ json, multipart }: NonNullable<Endpoint['body']>) => ({
  required: true,
  content: {
    ...(multipart && {
      'multipart/form-data': {
        schema: createSchema(multipart),
        encoding: createEncoding(multipart),
      },
    }),
    ...(json && createContent(json)),
  },
});

const createResponses = ({ status, response, errors }: Endpoint) => ({
  [status]: {
    description: 'Success.',
    ...(status !== 204 && { content: createContent(response) }),
  },
  ...Object.fromEntries(
    errors.map((code) => [code, { $ref: `#/components/responses/Error${code}` }]),
  ),
});

function createOperation(operationId: string, endpoint: Endpoint) {
  const { tag, summary, description, deprecated, extension, params, query, body } = endpoint;
  const parameters = [...createParameters('path', params), ...createParameters('query', query)];
  const notes = [
    description,
    extension && 'Extension: not part of the specification.',
    deprecated && `Deprecated. ${deprecated}`,
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description: notes.filter(Boolean).join(' ') || summary,
    ...(deprecated && { deprecated: true }),
    ...(extension && { 'x-extension': extension }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: createBody(body) }),
    responses: createResponses(endpoint),
  };
}

function createPaths() {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(name, endpoint) };
  }
  return paths;
}

nameSchemas();

/** The REST contract as an OpenAPI 3.1 document; printed to schema/openapi.json. */
export const createOpenApi = (): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Conversational Avatar Service',
    version: '1',
    description:
      'Session tokens, personas, avatars and tools of interactive conversational avatars. Voices and LLMs are extensions. Response fields, status codes and error bodies are assumptions, because the specification does not show them.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: '{base_url}',
      description: 'Any service that implements the specification.',
      variables: { base_url: { default: 'http://127.0.0.1:4000' } },
    },
  ],
  tags: contracts.map(({ tag, description }) => ({ name: tag, description })),
  security: [{ apiKey: [] }],
  paths: createPaths(),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: "Authorization: Bearer <API_KEY>, with the caller's authentication token.",
      },
    },
    responses: Object.fromEntries(
      Object.entries(FAILURES).map(([status, description]) => [
        `Error${status}`,
        { description, content: createContent(ErrorBody) },
      ]),
    ),
    schemas: createSchemas(),
  },
});
