import { initGraphQLTada } from 'gql.tada';
import { GraphQLClient } from 'graphql-request';
import type { introspection } from './graphql-env.d.ts';

const [, , url = ''] = process.argv;

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; URL: string; JSONObject: Record<string, unknown>; Secret: string };
}>();

const PERSONAS = graphql(`
  query Personas($search: String) {
    personas(search: $search) {
      nodes {
        name
        avatar {
          imageUrl
        }
      }
    }
  }
`);

const CREATE = graphql(`
  mutation Create($input: CreatePersonaInput!) {
    createPersona(input: $input) {
      persona {
        name
      }
    }
  }
`);

const client = new GraphQLClient(url);
const { personas } = await client.request(PERSONAS, { search: 'museum' });
const { createPersona } = await client.request(CREATE, { input: { name: 'Ada' } });
const [first] = personas?.nodes ?? [];

// @ts-expect-error Names are strings.
export const wrong = () => client.request(CREATE, { input: { name: 1 } });

process.stdout.write(
  JSON.stringify({
    persona: first?.name,
    hasImage: first?.avatar?.imageUrl?.startsWith('http'),
    created: createPersona?.persona.name,
  }),
);
