import { GraphQLClient } from 'graphql-request';
import { graphql } from './generated/index.ts';

const [, , url = ''] = process.argv;

const PERSONAS = graphql(`
  query Personas($search: String) {
    personas(search: $search) {
      items {
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
const [first] = personas?.items ?? [];

process.stdout.write(
  JSON.stringify({
    persona: first?.name,
    hasImage: first?.avatar?.imageUrl?.startsWith('http'),
    created: createPersona?.persona.name,
  }),
);
