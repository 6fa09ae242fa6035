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

const api = await start({ settings: { PERSISTED_OPERATIONS: 'bundled' } });

/** Documents have the hash of their text in the manifest. */
const getHash = (document: object) => String(Object(Reflect.get(document, '__meta__')).hash);

const getOperationName = ({ definitions }: DocumentNode) =>
  definitions.find((node): node is OperationDefinitionNode => node.kind === 'OperationDefinition')
    ?.name?.value;

test('Apollo Client caches the data of bundled documents that it runs by the ids of the manifest', async () => {
  const findId = (document: DocumentNode) =>
    manifest.operations.find(({ name }) => name === getOperationName(document))?.id ?? '';
  const ids = new PersistedQueryLink({ generateHash: findId });
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([ids, new HttpLink({ uri: `${api.url}/graphql` })]),
  });
  const query = documents.PersonasDocument;
  await client.query({ query, variables });
  // What is cached needs `__typename`.
  const { data } = await client.query({ query, variables, fetchPolicy: 'cache-only' });
  expect(data?.personas?.nodes.map(({ name }) => name)).toStrictEqual([PERSONA]);
});

test('urql caches the data of bundled documents that it runs by their hashes', async () => {
  const hashes = persistedExchange({
    preferGetForPersistedQueries: false,
    generateHash: async (_, document) => getHash(document),
  });
  const client = new Client({
    url: `${api.url}/graphql`,
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
