import { z } from 'zod';
import { api, contracts } from './api.ts';
import { ErrorBody, FAILURES } from './error.ts';
import type { JsonObject } from './record.ts';
import { capitalize, type Endpoint } from './resource.ts';
import { getInnermost } from './schema-meta.ts';

/** Metadata that only other parts of the program read, and formats that only they know. */
const INTERNAL_KEYS = ['alias', 'onUpdate', 'object', 'vocabulary', '$schema', '$id'];
const INTERNAL_FORMATS = ['id', 'secret'];

/** Adapts what zod writes to OpenAPI. */
function clean(json: JsonObject): JsonObject {
  for (const key of INTERNAL_KEYS) delete json[key];
  if (INTERNAL_FORMATS.includes(String(json.format))) delete json.format;
  if (json.format === 'date-time') delete json.pattern;
  if (json.additionalProperties !== false) delete json.additionalProperties;
  return json;
}

const override: z.core.ToJSONSchemaParams['override'] = ({ jsonSchema, zodSchema }) => {
  const [nonNull, ...others] = jsonSchema.anyOf ?? [];
  clean(jsonSchema);
  if (zodSchema instanceof z.ZodNullable && nonNull) {
    // The description is that of the field. The limit of a list is how many items are read.
    const { description, maxItems, ...value } = nonNull;
    if (description) jsonSchema.description ??= description;
    jsonSchema.anyOf = [clean(value), ...others];
  } else if (zodSchema instanceof z.ZodFile) {
    for (const key of ['contentEncoding', 'anyOf', 'maxLength']) delete jsonSchema[key];
    // OpenAPI 3.1 requires this keyword. Older generators need `format: binary`, which zod writes.
    jsonSchema.contentMediaType = 'application/octet-stream';
  }
};

const createRef = (id: string) => `#/components/schemas/${id}`;

const OPTIONS = { io: 'input', uri: createRef, override, unrepresentable: 'any' } as const;

/** Returns a schema, or a reference to one with a name. */
function createSchema(schema: z.ZodType): JsonObject {
  const id = schema.meta()?.id;
  return id ? { $ref: createRef(id) } : clean(z.toJSONSchema(schema, OPTIONS));
}

const createContent = (schema: z.ZodType) => ({
  'application/json': { schema: createSchema(schema) },
});

const createParameters = ({ path, params, query }: Endpoint) =>
  Object.entries<z.ZodType>({ ...params?.shape, ...query?.shape }).map(([name, field]) => {
    const isInPath = path.includes(`{${name}}`);
    const { description, ...schema } = createSchema(field);
    return { name, in: isInPath ? 'path' : 'query', required: isInPath, description, schema };
  });

/** A form, with the media types of its files. */
function createForm(form: z.ZodObject) {
  const encoding: Record<string, JsonObject> = {};
  for (const [name, field] of Object.entries<z.ZodType>(form.shape))
    for (const check of getInnermost(field).def.checks ?? [])
      if (check instanceof z.core.$ZodCheckMimeType)
        encoding[name] = { contentType: check._zod.def.mime.join(', ') };
  return { 'multipart/form-data': { schema: createSchema(form), encoding } };
}

function createOperation(operationId: string, endpoint: Endpoint) {
  const { tag, summary, description, deprecated, extension, body } = endpoint;
  const { status, response, errors } = endpoint;
  const parameters = createParameters(endpoint);
  const note = extension && 'Extension: not part of the specification.';
  const notes = [description, note, deprecated && `Deprecated. ${deprecated}`].filter(Boolean);
  const content = {
    ...(body?.multipart && createForm(body.multipart)),
    ...(body?.json && createContent(body.json)),
  };
  const result = status !== 204 && { content: createContent(response) };
  const failures = errors.map((code) => [code, { $ref: `#/components/responses/Error${code}` }]);
  return {
    operationId,
    tags: [tag],
    summary,
    description: notes.join(' ') || summary,
    ...(deprecated && { deprecated: true }),
    ...(extension && { 'x-extension': extension }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content } }),
    responses: {
      [status]: { description: 'Success.', ...result },
      ...Object.fromEntries(failures),
    },
  };
}

function createPaths() {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const { path, method, body = {} } = endpoint;
    // A body is named after its operation unless it has a name.
    const meta = { id: capitalize(name), description: `Body of ${method} ${path}.` };
    for (const schema of Object.values(body))
      z.globalRegistry.add(schema, { ...meta, ...schema.meta() });
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(name, endpoint) };
  }
  return paths;
}

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
    schemas: Object.fromEntries(
      Object.entries(z.toJSONSchema(z.globalRegistry, OPTIONS).schemas)
        .map(([id, json]) => [id, clean(json)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  },
});
