import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from '@apollo/client';
import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from 'urql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EMBEDDED_TYPES } from '../../src/hooks/documents.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { DOCUMENTS } from '../support/operations.ts';
import { start } from '../support/start.ts';

const BODIES: Readonly<Record<string, object>> = {
  '/v1/sessions/s1': { id: 's1', personaId: 'p1' },
  '/v1/sessions/s1/transcript': {
    sessionId: 's1',
    personaName: 'Ada',
    messages: [{ role: 'user', message: 'Hello' }],
  },
  '/v1/sessions/s1/analytics': {
    sessionId: 's1',
    sessionType: 'turnkey',
    summary: { totalTurns: 2, totalErrors: 1, toolCalls: { total: 3, failed: 1 } },
    turns: [{ turnIndex: 0, toolCalls: [{ toolName: 'lookup' }] }],
  },
  '/v1/tools/t1': { id: 't1', name: 'lookup', type: 'CLIENT', config: { awaitResult: true } },
};

const upstream = await fakeService(({ url = '' }, response) => {
  const body = BODIES[url];
  sendJson(response, body ? 200 : 404, body ?? { error: 'Not found' });
});
const { url } = await start({ upstream, extensions: 'all' });

/** Two queries that select different fields of the same objects. */
const PAIRS: readonly (readonly [first: string, second: string])[] = [
  ['transcript { personaName }', 'transcript { messages { message } }'],
  ['analytics { sessionType }', 'analytics { turns { turnIndex } }'],
  ['analytics { summary { turnCount } }', 'analytics { summary { toolCalls { totalCount } } }'],
];

const select = (fields: string) => `{ session(id: "s1") { id ${fields} } }`;

const KEYLESS = ['SessionTurns', 'SessionTranscript', 'Tool'];

test.each(PAIRS)('Apollo Client keeps %s when a query selects %s', async (first, second) => {
  const typePolicies = Object.fromEntries(EMBEDDED_TYPES.map((type) => [type, { merge: true }]));
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies }),
    link: new HttpLink({ uri: url, headers: { authorization: 'Bearer key' } }),
  });
  const before = await client.query({ query: apolloGql(select(first)) });
  await client.query({ query: apolloGql(select(second)) });
  expect(before.data).toBeTruthy();
  expect(client.readQuery({ query: apolloGql(select(first)) })).toStrictEqual(before.data);
});

test('urql does not warn about types without a key', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const keys = Object.fromEntries(EMBEDDED_TYPES.map((type) => [type, () => null]));
  const client = new Client({
    url,
    preferGetMethod: false,
    exchanges: [cacheExchange({ keys }), fetchExchange],
    fetchOptions: { headers: { authorization: 'Bearer key' } },
  });
  for (const name of KEYLESS) {
    const id = name === 'Tool' ? 't1' : 's1';
    const { data, error } = await client.query(DOCUMENTS[name] ?? '', { id });
    expect(error).toBeUndefined();
    expect(Object.values(Object(data))[0]).toMatchObject({ id });
  }
  expect(warn.mock.calls).toStrictEqual([]);
});
