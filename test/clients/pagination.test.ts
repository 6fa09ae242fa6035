import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { filter, firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { personas } from '../support/sample/records.ts';
import { start } from '../support/start.ts';

const FIRST = 10;

const { url } = await start({ settings: {} });

interface Personas {
  readonly personas: {
    readonly edges: readonly { readonly node: { readonly id: string; readonly name: string } }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  } | null;
}

const PERSONAS: TypedDocumentNode<
  Personas,
  { readonly first?: number; readonly after?: string | null }
> = gql`
  query ($first: Int! = 20, $after: String) {
    personas(first: $first, after: $after) {
      edges { cursor node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

const everyone = personas.map(({ name }) => name).sort();

test('Apollo Client merges the pages of a connection', async () => {
  const client = new ApolloClient({
    cache: new InMemoryCache({
      typePolicies: {
        Query: { fields: { personas: relayStylePagination(['search']) } },
      },
    }),
    link: new HttpLink({ uri: `${url}/graphql` }),
  });
  const query = client.watchQuery({
    query: PERSONAS,
    variables: { first: FIRST },
  });
  const subscription = query.subscribe();
  await firstValueFrom(query.pipe(filter(({ loading }) => !loading)));
  let after = query.getCurrentResult().data?.personas?.pageInfo?.endCursor;
  for (let page = 2; after && page <= 4; page += 1) {
    const { data } = await query.fetchMore({ variables: { after } });
    const { hasNextPage, endCursor } = data?.personas?.pageInfo ?? {};
    after = hasNextPage ? endCursor : null;
  }
  const merged = client.readQuery({
    query: PERSONAS,
    variables: { first: FIRST },
  });
  const names = merged?.personas?.edges?.map((edge) => edge?.node?.name);
  expect(names?.toSorted()).toStrictEqual(everyone);
  subscription.unsubscribe();
});
