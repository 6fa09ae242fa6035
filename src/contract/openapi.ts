import { z } from 'zod';
import { api } from './api.ts';
import { Avatar, CreateAvatar, CreateAvatarFromUrl, IMAGE_TYPES } from './avatar.ts';
import type { Endpoint, ErrorStatus } from './endpoint.ts';
import { ErrorBody } from './error.ts';
import { CreatePersona, Persona, PersonaPage } from './persona.ts';
import type { JsonObject } from './record.ts';
import {
  CreateSessionToken,
  PersonaConfig,
  SessionOptions,
  SessionToken,
} from './session-token.ts';
import { Tool, UpdateTool } from './tool.ts';

const requests = {
  CreateAvatar,
  CreateAvatarFromUrl,
  CreatePersona,
  CreateSessionToken,
  PersonaConfig,
  SessionOptions,
  UpdateTool,
};
const responses = { Avatar, ErrorBody, Persona, PersonaPage, SessionToken, Tool };

const FAILURES: Record<ErrorStatus, string> = {
  400: 'The request is invalid. `details` lists the problems.',
  401: 'The API key is missing or invalid.',
  403: 'The API key or its plan does not allow this request.',
  404: 'The resource does not exist.',
  405: 'The path does not support this method.',
  413: 'The body or its image is too large.',
  415: 'The content type is not supported.',
  422: 'The image cannot be processed.',
  429: 'Too many requests.',
  500: 'Internal server error.',
};

const isClosed = (schema: unknown) =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;

/** Takes out what the reader adds to the wire, and what JSON Schema would say of it that OpenAPI says elsewhere. */
const override = ({ jsonSchema, zodSchema }: { jsonSchema: JsonObject; zodSchema: unknown }) => {
  if (jsonSchema.default === null) delete jsonSchema.default;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (!isClosed(zodSchema)) delete jsonSchema.additionalProperties;
  if (zodSchema instanceof z.ZodFile) {
    for (const key of ['contentEncoding', 'anyOf', 'maxLength']) delete jsonSchema[key];
    // OpenAPI 3.1 says it so; `format: binary`, which zod writes, is what older generators look for.
    jsonSchema.contentMediaType = 'application/octet-stream';
  }
  const { properties, required } = jsonSchema;
  if (typeof properties === 'object' && properties !== null && 'record' in properties) {
    delete properties.record;
    if (Array.isArray(required)) jsonSchema.required = required.filter((name) => name !== 'record');
  }
};

const refTo = (name: string) => `#/components/schemas/${name}`;

function schemasOf(named: Record<string, z.ZodType>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: refTo, override });
  return Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]);
}

const inline = (schema: z.core.$ZodType) => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', override });
  return json;
};

const names = new Map<z.ZodType, string>(
  Object.entries({ ...requests, ...responses }).map(([name, schema]) => [schema, name]),
);

const schemaOf = (schema: z.ZodType) => {
  const name = names.get(schema);
  return name === undefined ? inline(schema) : { $ref: refTo(name) };
};

const parametersOf = (place: 'path' | 'query', schema: z.ZodObject | undefined) =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description = `The ${name}.`, ...rest } = inline(field);
    const required = place === 'path';
    return { name, in: place, required, description, schema: rest };
  });

const bodyOf = ({ body }: Endpoint) =>
  body && {
    required: true,
    content: {
      ...(body.multipart && {
        'multipart/form-data': {
          schema: schemaOf(body.multipart),
          encoding: { imageFile: { contentType: IMAGE_TYPES.join(', ') } },
        },
      }),
      ...(body.json && { 'application/json': { schema: schemaOf(body.json) } }),
    },
  };

const responsesOf = ({ status, response, errors }: Endpoint) => {
  const content =
    status === 204 ? {} : { content: { 'application/json': { schema: schemaOf(response) } } };
  const failures = errors.map((code) => [code, { $ref: `#/components/responses/Error${code}` }]);
  return { [status]: { description: 'Success.', ...content }, ...Object.fromEntries(failures) };
};

const operationOf = (name: string, endpoint: Endpoint) => {
  const { summary, deprecated, tag } = endpoint;
  const parameters = [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
  ];
  const prose = [
    endpoint.description,
    endpoint.extension && 'An extension: the specification does not list it.',
    deprecated && `Deprecated. ${deprecated}`,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(prose && { description: prose }),
    ...(deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: bodyOf(endpoint) }),
    responses: responsesOf(endpoint),
  };
};

const pathsOf = (endpoints: Record<string, Endpoint>) => {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return paths;
};

const failuresOf = (endpoints: Record<string, Endpoint>) => {
  const used = new Set(Object.values(endpoints).flatMap(({ errors }) => errors.map(String)));
  const content = { 'application/json': { schema: { $ref: refTo('ErrorBody') } } };
  return Object.entries(FAILURES)
    .filter(([code]) => used.has(code))
    .map(([code, description]) => [`Error${code}`, { description, content }]);
};

const tags = {
  'Session tokens': 'Short-lived credentials that initialise a client.',
  Personas: 'An avatar with a voice, a language model and a system prompt.',
  Avatars: 'One-shot avatars, created from an image.',
  Tools: 'Functions that the LLM of a persona can call.',
} satisfies Record<Endpoint['tag'], string>;

/** The REST contract as an OpenAPI 3.1 document; printed to schema/openapi.json. */
export const openapi = (): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Conversational Avatar Service',
    version: '1',
    description:
      'Session tokens, personas, avatars and tools of interactive conversational avatars. Response fields, status codes and error bodies are assumptions: the specification does not show them.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: '{base_url}',
      description: 'Any service that speaks the specification.',
      variables: { base_url: { default: 'http://127.0.0.1:4000' } },
    },
  ],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  security: [{ apiKey: [] }],
  paths: pathsOf(api),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: "Authorization: Bearer <API_KEY>, with the caller's authentication token.",
      },
    },
    responses: Object.fromEntries(failuresOf(api)),
    schemas: Object.fromEntries([
      ...schemasOf(requests, 'input'),
      ...schemasOf(responses, 'output'),
    ]),
  },
});
