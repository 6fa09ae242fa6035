import { z } from 'zod';
import { api, contracts, resources } from './api.ts';
import { ErrorBody } from './error.ts';
import { isJsonObject, type JsonObject } from './record.ts';
import { capitalize, type Endpoint, type ErrorStatus, withArticle } from './resource.ts';

const endpoints: Readonly<Record<string, Endpoint>> = api;

const FAILURES: Record<ErrorStatus, string> = {
  400: 'The request is invalid. `details` lists the problems.',
  401: 'The API key is missing or invalid.',
  403: 'The API key, its plan or the resource does not allow this request.',
  404: 'The resource does not exist.',
  405: 'The path does not support this method.',
  409: 'The request conflicts with the current state of the service.',
  413: 'The body or its file is too large.',
  415: 'The content type is not supported.',
  422: 'The file cannot be processed.',
  429: 'Too many requests.',
  500: 'Internal server error.',
};

/** Returns the name of the field that one of several alternatives requires. */
const findRequired = (alternative: unknown): unknown =>
  isJsonObject(alternative) &&
  Object.keys(alternative).length === 1 &&
  Array.isArray(alternative.required)
    ? alternative.required[0]
    : undefined;

/** Writes an object that has one of several fields as one object for each, which generators have types for. */
function expandAlternatives(jsonSchema: JsonObject): void {
  const { oneOf, properties, required, id, ...rest } = jsonSchema;
  if (!Array.isArray(oneOf) || !isJsonObject(properties)) return;
  const names = oneOf.map(findRequired);
  if (names.includes(undefined)) return;
  for (const key of ['type', 'properties', 'required', 'additionalProperties'])
    delete jsonSchema[key];
  jsonSchema.oneOf = names.map((name) => ({
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([field]) => field === name || !names.includes(field)),
    ),
    required: [...(Array.isArray(required) ? required : []), name],
  }));
}

/** Metadata of schemas that is not for readers of the document. */
const INTERNAL_KEYS = ['isMerged', 'keepsOf', 'object', 'replacement', 'vocabulary'];

const isClosed = (schema: unknown) =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;

/** Removes keywords that describe the parser rather than the API. */
function clean(jsonSchema: JsonObject): void {
  const { format, object } = jsonSchema;
  if (format === 'date-time') delete jsonSchema.pattern;
  if (format === 'id' || format === 'secret') delete jsonSchema.format;
  if (isJsonObject(object)) jsonSchema.description ??= object.description;
  for (const key of INTERNAL_KEYS) delete jsonSchema[key];
}

/**
 * Moves the description of a nullable value, which zod writes into the first alternative. The limit of a list there is
 * how many items are read.
 */
function describeNullable(jsonSchema: JsonObject): void {
  const [value, ...others] = Array.isArray(jsonSchema.anyOf) ? jsonSchema.anyOf : [];
  if (!isJsonObject(value)) return;
  const { description, maxItems, ...rest } = value;
  if (description !== undefined) jsonSchema.description ??= description;
  clean(rest);
  jsonSchema.anyOf = [rest, ...others];
}

/** Adapts what zod writes to OpenAPI. */
const override = ({ jsonSchema, zodSchema }: { jsonSchema: JsonObject; zodSchema: unknown }) => {
  clean(jsonSchema);
  if (!isClosed(zodSchema)) delete jsonSchema.additionalProperties;
  if (zodSchema instanceof z.ZodFile) {
    for (const key of ['contentEncoding', 'anyOf', 'maxLength']) delete jsonSchema[key];
    // OpenAPI 3.1 requires this keyword. Older generators need `format: binary`, which zod generates.
    jsonSchema.contentMediaType = 'application/octet-stream';
  }
  if (zodSchema instanceof z.ZodNullable) describeNullable(jsonSchema);
  expandAlternatives(jsonSchema);
};

const createRef = (name: string) => `#/components/schemas/${name}`;

const OPTIONS = { io: 'input', uri: createRef, override, unrepresentable: 'any' } as const;

/** Returns descriptions of schemas by id, for those that have none: what they are, or where they are used. */
const listDescriptions = () =>
  new Map([
    ...Object.values(endpoints).flatMap(({ method, path, body, response }) => [
      [response.meta()?.id, `Response of ${method} ${path}.`] as const,
      ...[body?.multipart, body?.json].map(
        (schema) => [schema?.meta()?.id, `Body of ${method} ${path}.`] as const,
      ),
    ]),
    ...Object.values(resources).map(
      ({ record, noun }) => [record.meta()?.id, `${capitalize(withArticle(noun))}.`] as const,
    ),
  ]);

/** Writes all schemas with an id. */
function createSchemas() {
  const descriptions = listDescriptions();
  const { schemas } = z.toJSONSchema(z.globalRegistry, OPTIONS);
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
      id,
      { description: descriptions.get(id), ...schema },
    ]),
  );
}

const createInlineSchema = (schema: z.core.$ZodType) => {
  const { $schema, ...json } = z.toJSONSchema(schema, OPTIONS);
  return json;
};

const createSchema = (schema: z.ZodType) => {
  const id = schema.meta()?.id;
  return id === undefined ? createInlineSchema(schema) : { $ref: createRef(id) };
};

const createParameters = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description = `The ${name}.`, ...rest } = createInlineSchema(field);
    const required = place === 'path';
    return { name, in: place, required, description, schema: rest };
  });

/** The `encoding` object of a form: the media types of each file. */
const createEncoding = (form: z.ZodType) =>
  Object.fromEntries(
    Object.entries(form instanceof z.ZodObject ? form.shape : {}).flatMap(([name, field]) => {
      const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
      if (!(inner instanceof z.ZodFile)) return [];
      const types = (inner.def.checks ?? []).flatMap((check) =>
        check instanceof z.core.$ZodCheckMimeType ? check._zod.def.mime : [],
      );
      return [[name, { contentType: types.join(', ') }]];
    }),
  );

const createBody = ({ body }: Endpoint) =>
  body && {
    required: true,
    content: {
      ...(body.multipart && {
        'multipart/form-data': {
          schema: createSchema(body.multipart),
          encoding: createEncoding(body.multipart),
        },
      }),
      ...(body.json && { 'application/json': { schema: createSchema(body.json) } }),
    },
  };

const createResponses = ({ status, response, errors }: Endpoint) => {
  const content =
    status === 204 ? {} : { content: { 'application/json': { schema: createSchema(response) } } };
  const failures = errors.map((code) => [code, { $ref: `#/components/responses/Error${code}` }]);
  return { [status]: { description: 'Success.', ...content }, ...Object.fromEntries(failures) };
};

const createOperation = (name: string, endpoint: Endpoint) => {
  const { summary, deprecated, tag } = endpoint;
  const parameters = [
    ...createParameters('path', endpoint.params),
    ...createParameters('query', endpoint.query),
  ];
  const description = [
    endpoint.description,
    endpoint.extension && 'Extension: not part of the specification.',
    deprecated && `Deprecated. ${deprecated}`,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: description || summary,
    ...(deprecated && { deprecated: true }),
    ...(endpoint.extension && { 'x-extension': endpoint.extension }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: createBody(endpoint) }),
    responses: createResponses(endpoint),
  };
};

const createPaths = () => {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(name, endpoint) };
  }
  return paths;
};

const createFailures = () => {
  const used = new Set(Object.values(endpoints).flatMap(({ errors }) => errors.map(String)));
  const content = { 'application/json': { schema: createSchema(ErrorBody) } };
  return Object.fromEntries(
    Object.entries(FAILURES)
      .filter(([code]) => used.has(code))
      .map(([code, description]) => [`Error${code}`, { description, content }]),
  );
};

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
    responses: createFailures(),
    schemas: createSchemas(),
  },
});
