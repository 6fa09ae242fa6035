import { createHash } from 'node:crypto';
import {
  ApolloClient,
  ApolloLink,
  type DocumentNode,
  HttpLink,
  InMemoryCache,
} from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { persistedExchange } from '@urql/exchange-persisted';
import { type OperationDefinitionNode, print, stripIgnoredCharacters } from 'graphql';
import { Client, cacheExchange, fetchExchange } from 'urql';
import { expect, test } from 'vitest';
import manifest from '../../schema/persisted-operations.json' with { type: 'json' };
import * as documents from '../../src/hooks/documents.ts';
import { start } from '../support/start.ts';

const PERSONA = 'Nora, museum guide';
const variables = { search: 'museum', first: 1 };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const startOwn = async () =>
  `${(await start({ settings: { PERSISTED_OPERATIONS: 'bundled' } })).url}/graphql`;

/** Queries a list of personas and then reads it from the cache, which needs `__typename`. */
async function queryByApollo(url: string, ...links: ApolloLink[]) {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([...links, new HttpLink({ uri: url })]),
  });
  await client.query({ query: documents.PersonasDocument, variables });
  const { data } = await client.query({
    query: documents.PersonasDocument,
    variables,
    fetchPolicy: 'cache-only',
  });
  return data?.personas?.nodes.map(({ name }) => name);
}

const getOperationName = ({ definitions }: DocumentNode) =>
  definitions.find((node): node is OperationDefinitionNode => node.kind === 'OperationDefinition')
    ?.name?.value;

test.each<[string, () => ApolloLink[]]>([
  ['the text', () => []],
  ['its own hashes', () => [new PersistedQueryLink({ sha256 })]],
  [
    'the ids of the manifest',
    () => [
      new PersistedQueryLink({
        generateHash: (document) =>
          manifest.operations.find(({ name }) => name === getOperationName(document))?.id ?? '',
      }),
    ],
  ],
])(
  'Apollo Client caches the data of bundled documents that it runs by %s',
  async (_, createLinks) => {
    expect(await queryByApollo(await startOwn(), ...createLinks())).toStrictEqual([PERSONA]);
  },
);

test('urql caches the data of bundled documents that it runs by its own hashes', async () => {
  const hashes = persistedExchange({ preferGetForPersistedQueries: false });
  const client = new Client({
    url: await startOwn(),
    preferGetMethod: false,
    exchanges: [cacheExchange, hashes, fetchExchange],
  });
  const { data, error } = await client.query(documents.PersonasDocument, variables);
  expect(error).toBeUndefined();
  expect(data?.personas?.nodes[0]).toMatchObject({ __typename: 'Persona', name: PERSONA });
});

const operations = Object.entries(documents)
  .filter(([name]) => name.endsWith('Document'))
  .map(([, document]) => document);

test('every bundled document is accepted as text, without whitespace, with the client’s __typename fields, and by its hash', {
  tags: ['slow'],
}, async () => {
  const url = await startOwn();
  const cache = new InMemoryCache();
  const ask = async (body: object) => {
    const headers = { 'content-type': 'application/json', 'x-graphql-csrf': '1' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const { errors = [] } = (await response.json()) as { errors?: { message: string }[] };
    // Missing variables are reported after the document is accepted.
    return errors.map(({ message }) => message).filter((message) => /persisted/i.test(message));
  };
  expect(operations.length).toBeGreaterThanOrEqual(manifest.operations.length);
  for (const document of operations) {
    const printed = print(document);
    const transformed = print(cache.transformDocument(document));
    const { hash } = Object(Reflect.get(document, '__meta__'));
    for (const query of [printed, transformed, stripIgnoredCharacters(printed)])
      expect([query, await ask({ query })]).toStrictEqual([query, []]);
    expect(manifest.operations.map(({ id }) => id)).toContain(hash);
    expect(await ask({ documentId: hash })).toStrictEqual([]);
  }
});
