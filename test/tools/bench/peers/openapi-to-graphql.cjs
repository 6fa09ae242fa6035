const { createServer } = require('node:http');
const { createHandler } = require('graphql-http/lib/use/http');
const { createGraphQLSchema } = require('openapi-to-graphql');

// The bench's upstream by openapi-to-graphql, as a server of its own. It takes OpenAPI 3.0 alone, and ours is 3.1, so
// what the loads ask for is described here; its links lead from an answer as a whole, not from each persona of a list
// to its avatar, so there is no Q2. CommonJS, because its build as a module does not load. peers.ts puts this file
// beside the installed packages.

const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true, schema: text };
const asked = (name, type) => ({ name, in: 'query', schema: { type } });

const answering = (name) => ({
  200: {
    description: name,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  },
});

const object = (properties) => ({ type: 'object', properties });

const document = {
  openapi: '3.0.3',
  info: { title: 'Bench', version: '1' },
  servers: [{ url: 'http://127.0.0.1:4280' }],
  paths: {
    '/v1/personas': {
      get: {
        operationId: 'personas',
        parameters: [asked('perPage', 'integer'), asked('search', 'string')],
        responses: answering('PersonaPage'),
      },
    },
    '/v1/tools/{id}': {
      get: { operationId: 'tool', parameters: [id], responses: answering('Tool') },
    },
    '/v1/auth/session-token': {
      post: {
        operationId: 'createSessionToken',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/CreateSessionToken' } },
          },
        },
        responses: answering('SessionToken'),
      },
    },
  },
  components: {
    schemas: {
      PersonaPage: object({
        data: { type: 'array', items: { $ref: '#/components/schemas/Persona' } },
      }),
      Persona: object({
        id: text,
        name: text,
        description: text,
        avatarId: text,
        voiceId: text,
        llmId: text,
        systemPrompt: text,
        skipGreeting: { type: 'boolean' },
      }),
      Tool: object({ id: text, name: text, description: text, type: text }),
      CreateSessionToken: object({ personaConfig: object({ personaId: text }) }),
      SessionToken: object({ sessionToken: text }),
    },
  },
};

// A copy, because an object that stands in two places is taken for a YAML anchor, and refused.
createGraphQLSchema(JSON.parse(JSON.stringify(document)), { operationIdFieldNames: true }).then(
  ({ schema }) => createServer(createHandler({ schema })).listen(4294, '127.0.0.1'),
);
