import { z } from 'zod';
import { api, contracts, resources } from './api.ts';
import type { Endpoint, ErrorStatus } from './endpoint.ts';
import { ErrorBody } from './error.ts';
import { shapeIn } from './field.ts';
import { Deleted, isJsonObject, type JsonObject } from './record.ts';
import { capitalize, withArticle } from './resource.ts';

const requests: Record<string, z.ZodType> = Object.assign(
  {},
  ...contracts.map((contract) => contract.requests),
);
const responses: Record<string, z.ZodType> = Object.assign(
  { ErrorBody, Deleted },
  ...contracts.map((contract) => contract.responses),
);

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

const isClosed = (schema: unknown) =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;

/** Returns the name of the field that one of several alternatives requires. */
const findRequired = (alternative: unknown): unknown =>
  isJsonObject(alternative) &&
  Object.keys(alternative).length === 1 &&
  Array.isArray(alternative.required)
    ? alternative.required[0]
    : undefined;

/** Writes an object that has one of several fields as one object for each, which generators have types for. */
function expandAlternatives(jsonSchema: JsonObject): void {
  const { oneOf, properties, required, ...rest } = jsonSchema;
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
const INTERNAL_KEYS = [
  'alias',
  'isExtension',
  'isMerged',
  'keepsOf',
  'object',
  'replacement',
  'vocabulary',
];

/** Removes keywords that describe the parser rather than the API, and keywords that OpenAPI states elsewhere. */
const override = ({ jsonSchema, zodSchema }: { jsonSchema: JsonObject; zodSchema: unknown }) => {
  if (jsonSchema.default === null) delete jsonSchema.default;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (!isClosed(zodSchema)) delete jsonSchema.additionalProperties;
  if (isJsonObject(jsonSchema.object)) jsonSchema.description ??= jsonSchema.object.description;
  if (jsonSchema.isExtension === true) jsonSchema['x-extension'] = true;
  for (const key of INTERNAL_KEYS) delete jsonSchema[key];
  if (jsonSchema.format === 'id' || jsonSchema.format === 'secret') delete jsonSchema.format;
  if (zodSchema instanceof z.ZodFile) {
    for (const key of ['contentEncoding', 'anyOf', 'maxLength']) delete jsonSchema[key];
    // OpenAPI 3.1 requires this keyword. Older generators need `format: binary`, which zod generates.
    jsonSchema.contentMediaType = 'application/octet-stream';
  }
  expandAlternatives(jsonSchema);
};

const createRef = (name: string) => `#/components/schemas/${name}`;

const names = new Map<unknown, string>(
  Object.entries({ ...requests, ...responses }).map(([name, schema]) => [schema, name]),
);

/** The documents of records, whose schemas read fields on access. */
const documents = new Map<z.ZodType, z.ZodType>(
  contracts.map(({ record, fields }) => [record, z.object(shapeIn('response', fields))]),
);

/** Descriptions of the schemas without a description: what they are, or where they are used. */
const descriptions = new Map<unknown, string>([
  ...Object.values<Endpoint>(api).flatMap(({ method, path, body, response }) => [
    [response, `Response of ${method} ${path}.`] as const,
    ...[body?.multipart, body?.json].map(
      (schema) => [schema, `Body of ${method} ${path}.`] as const,
    ),
  ]),
  ...Object.values(resources).map(
    ({ record, noun }) => [record, `${capitalize(withArticle(noun))}.`] as const,
  ),
]);

function createSchemas(named: Record<string, z.ZodType>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  for (const [id, schema] of Object.entries(named)) {
    const document = documents.get(schema);
    if (document) registry.add(document, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: createRef,
    override,
    unrepresentable: 'any',
  });
  return Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => {
    const description = schema.description ?? descriptions.get(named[name]);
    return [name, { ...(description !== undefined && { description }), ...schema }];
  });
}

const createInlineSchema = (schema: z.core.$ZodType) => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', override });
  return json;
};

const createSchema = (schema: z.ZodType) => {
  const name = names.get(schema);
  return name === undefined ? createInlineSchema(schema) : { $ref: createRef(name) };
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

const createPaths = (endpoints: Record<string, Endpoint>) => {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(name, endpoint) };
  }
  return paths;
};

const createFailures = (endpoints: Record<string, Endpoint>) => {
  const used = new Set(Object.values(endpoints).flatMap(({ errors }) => errors.map(String)));
  const content = { 'application/json': { schema: { $ref: createRef('ErrorBody') } } };
  return Object.entries(FAILURES)
    .filter(([code]) => used.has(code))
    .map(([code, description]) => [`Error${code}`, { description, content }]);
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
  paths: createPaths(api),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: "Authorization: Bearer <API_KEY>, with the caller's authentication token.",
      },
    },
    responses: Object.fromEntries(createFailures(api)),
    schemas: Object.fromEntries([
      ...createSchemas(requests, 'input'),
      ...createSchemas(responses, 'output'),
    ]),
  },
});
