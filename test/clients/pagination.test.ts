import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { filter, firstValueFrom } from 'rxjs';
import { Client, fetchExchange } from 'urql';
import { expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { PersonasConnectionDocument } from '../../src/hooks/documents.ts';
import type { PersonasConnectionQuery } from '../../src/hooks/types.ts';
import { start } from '../support/start.ts';

const FIRST = 10;

const startOwn = async () => `${(await start({ settings: {} })).url}/graphql`;

const listNames = (data: PersonasConnectionQuery | undefined) =>
  data?.personasConnection?.edges.map(({ node }) => node.name);

const everyone = personas.map(({ name }) => name).sort();

test('Apollo Client merges the pages of a connection', async () => {
  const client = new ApolloClient({
    cache: new InMemoryCache({
      typePolicies: {
        Query: { fields: { personasConnection: relayStylePagination(['search']) } },
      },
    }),
    link: new HttpLink({ uri: await startOwn() }),
  });
  const query = client.watchQuery({
    query: PersonasConnectionDocument,
    variables: { first: FIRST },
  });
  const subscription = query.subscribe();
  await firstValueFrom(query.pipe(filter(({ loading }) => !loading)));
  let after = query.getCurrentResult().data?.personasConnection?.pageInfo?.endCursor;
  for (let page = 2; after && page <= 4; page += 1) {
    const { data } = await query.fetchMore({ variables: { after } });
    const { hasNextPage, endCursor } = data?.personasConnection?.pageInfo ?? {};
    after = hasNextPage ? endCursor : null;
  }
  const merged = client.readQuery({
    query: PersonasConnectionDocument,
    variables: { first: FIRST },
  });
  const names = merged?.personasConnection?.edges?.map((edge) => edge?.node?.name);
  expect(names?.toSorted()).toStrictEqual(everyone);
  subscription.unsubscribe();
});

test('urql merges the pages of a connection', async () => {
  const client = new Client({
    url: await startOwn(),
    preferGetMethod: false,
    exchanges: [
      cacheExchange({ resolvers: { Query: { personasConnection: relayPagination() } } }),
      fetchExchange,
    ],
  });
  const read = async (after: string | null) =>
    (await client.query(PersonasConnectionDocument, { first: FIRST, after })).data;
  let data = await read(null);
  for (let page = 1; data?.personasConnection?.pageInfo.hasNextPage && page <= 3; page += 1)
    data = await read(data.personasConnection.pageInfo.endCursor);
  expect(listNames(data)?.toSorted()).toStrictEqual(everyone);
});
