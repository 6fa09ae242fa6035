import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadJSONSchemaSubgraph } from '@omnigraph/json-schema';

// The bench's upstream as a subgraph of Hive Gateway, in the words of the bench's loads. peers.ts puts this file beside
// the installed packages, and composes it there.

const text = { type: 'string' };

const object = (title, properties, required = []) => ({
  type: 'object',
  title,
  properties,
  required,
});

const avatar = object('Avatar', {
  id: text,
  displayName: text,
  imageUrl: text,
});

const persona = object('Persona', {
  id: text,
  name: text,
  description: text,
  avatarId: text,
  voiceId: text,
  llmId: text,
  systemPrompt: text,
  skipGreeting: { type: 'boolean' },
});

const tool = object('Tool', { id: text, name: text, description: text, type: text });

const byId = { id: text };

export const composeConfig = defineConfig({
  subgraphs: [
    {
      sourceHandler: loadJSONSchemaSubgraph('Bench', {
        endpoint: 'http://127.0.0.1:4280',
        operationHeaders: { authorization: '{context.headers.authorization}' },
        operations: [
          {
            type: 'Query',
            field: 'personas',
            path: '/v1/personas',
            method: 'GET',
            queryParamArgMap: { perPage: 'perPage', search: 'name' },
            argTypeMap: { perPage: { type: 'integer' }, name: text },
            responseSchema: object('PersonaPage', { data: { type: 'array', items: persona } }),
          },
          {
            type: 'Query',
            field: 'avatar',
            path: '/v1/avatars/{args.id}',
            method: 'GET',
            argTypeMap: byId,
            responseSchema: avatar,
          },
          {
            type: 'Query',
            field: 'tool',
            path: '/v1/tools/{args.id}',
            method: 'GET',
            argTypeMap: byId,
            responseSchema: tool,
          },
          {
            type: 'Mutation',
            field: 'createSessionToken',
            path: '/v1/auth/session-token',
            method: 'POST',
            requestSchema: object('CreateSessionTokenInput', {
              personaConfig: object('PersonaConfig', { personaId: text }),
            }),
            responseSchema: object('SessionToken', { sessionToken: text }),
          },
        ],
      }),
    },
  ],
  additionalTypeDefs: `
    extend type Persona {
      avatar: Avatar @resolveTo(
        sourceName: "Bench"
        sourceTypeName: "Query"
        sourceFieldName: "avatar"
        requiredSelectionSet: "{ avatarId }"
        sourceArgs: { id: "{root.avatarId}" }
      )
    }
  `,
});
