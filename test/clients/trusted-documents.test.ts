import {
  ApolloClient,
  ApolloLink,
  type DocumentNode,
  HttpLink,
  InMemoryCache,
} from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { persistedExchange } from '@urql/exchange-persisted';
import type { OperationDefinitionNode } from 'graphql';
import { Client, cacheExchange, fetchExchange } from 'urql';
import { expect, test } from 'vitest';
import manifest from '../../schema/persisted-operations.json' with { type: 'json' };
import * as strings from '../../src/hooks/document-strings.ts';
import * as documents from '../../src/hooks/documents.ts';
import { TypedDocumentString } from '../../src/hooks/typed-document.ts';
import { start } from '../support/start.ts';

const PERSONA = 'Nora, museum guide';
const variables = { search: 'museum', first: 1 };

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

/** Documents have the hash of their text in the manifest. */
const getHash = (document: object) => String(Object(Reflect.get(document, '__meta__')).hash);

const getOperationName = ({ definitions }: DocumentNode) =>
  definitions.find((node): node is OperationDefinitionNode => node.kind === 'OperationDefinition')
    ?.name?.value;

test.each<[string, () => ApolloLink[]]>([
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

test('urql caches the data of bundled documents that it runs by their hashes', async () => {
  const hashes = persistedExchange({
    preferGetForPersistedQueries: false,
    generateHash: async (_, document) => getHash(document),
  });
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

test('every bundled document is accepted by its text in the hooks and in the manifest, and by their hashes', async () => {
  const api = await start({ settings: { PERSISTED_OPERATIONS: 'bundled' } });
  const ask = async (body: object) => {
    const { errors = [] } = await api.post(body);
    // Missing variables are reported after the document is accepted.
    return errors.map(({ message }) => message).filter((message) => /persisted/i.test(message));
  };
  expect(operations.length).toBeGreaterThanOrEqual(manifest.operations.length);
  for (const document of operations) {
    const documentId = getHash(document);
    expect(manifest.operations.map(({ id }) => id)).toContain(documentId);
    expect(await ask({ documentId })).toStrictEqual([]);
  }
  const texts = Object.values(strings).filter((value) => value instanceof TypedDocumentString);
  for (const query of [...manifest.operations.map(({ body }) => body), ...texts.map(String)])
    if (/^(query|mutation)/m.test(query))
      expect([query, await ask({ query })]).toStrictEqual([query, []]);
});
