import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';
import {
  PersonaCardFragmentDoc,
  PersonaFieldsFragmentDoc,
  PersonasDocument,
} from 'avatar-graphql/documents/masked';

declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}

const [, , url = '', token = ''] = process.argv;

const client = new ApolloClient({
  link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } }),
  cache: new InMemoryCache(),
  dataMasking: true,
});

const { data } = await client.query({ query: PersonasDocument, variables: { search: 'museum' } });
const masked = data?.personas?.items[0];
if (!masked) throw new Error('No persona is found.');

// In a component, useFragment with the same options.
const card = client
  .watchFragment({ fragment: PersonaCardFragmentDoc, fragmentName: 'PersonaCard', from: masked })
  .getCurrentResult();
if (!card.complete) throw new Error('The fragment is not in the cache.');
const fields = client
  .watchFragment({
    fragment: PersonaFieldsFragmentDoc,
    fragmentName: 'PersonaFields',
    from: card.data,
  })
  .getCurrentResult();

// @ts-expect-error The name belongs to the fragment.
const hidden = masked.name;

process.stdout.write(JSON.stringify({ hidden: hidden ?? null, name: fields.data?.name }));
