import { expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../src/hooks/client.ts';
import { ViewerDocument } from '../../src/hooks/document-strings.ts';
import { guestToken, type TokenStorage } from '../../src/hooks/guest-token.ts';
import { listen } from '../support/resources.ts';

/** Starts an API that creates the tokens `guest-1`, `guest-2` and so on, and accepts those that are not revoked. */
async function startApiOfGuests() {
  const creations: object[] = [];
  const accepted = new Set<string>();
  const received: unknown[] = [];
  const url = await listen(async (request, response) => {
    const { authorization } = request.headers;
    const { query, variables } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (query.includes('createGuestToken')) {
      creations.push({ authorization, ...variables });
      const token = `guest-${creations.length}`;
      accepted.add(`Bearer ${token}`);
      response.end(JSON.stringify({ data: { createGuestToken: { token } } }));
      return;
    }
    received.push(authorization);
    const errors = [{ message: 'Expired.', extensions: { code: 'UNAUTHENTICATED' } }];
    if (accepted.has(authorization ?? '')) response.end('{"data":{"viewer":null}}');
    else response.writeHead(401).end(JSON.stringify({ errors }));
  });
  return { url, creations, received, revokeAll: () => accepted.clear() };
}

/** A storage that tabs share. */
function createStorage(): TokenStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
  };
}

const ask = (options: ClientOptions, times = 1) => {
  const client = createClient(options);
  return Promise.all(Array.from({ length: times }, () => client.request(ViewerDocument)));
};

test('concurrent requests of two tabs share one token, which was requested without one', async () => {
  const { url, creations, received } = await startApiOfGuests();
  const storage = createStorage();
  let challenges = 0;
  const challenge = async () => `response ${++challenges}`;
  const openPage = () => ask({ url, getToken: guestToken({ challenge, storage }) }, 3);
  await Promise.all([openPage(), openPage()]);
  expect(creations).toStrictEqual([
    { authorization: undefined, input: { challenge: 'response 1' } },
  ]);
  expect(received).toStrictEqual(Array(6).fill('Bearer guest-1'));
});

test('a reload has the token of before, and another API has its own', async () => {
  const [one, other] = [await startApiOfGuests(), await startApiOfGuests()];
  const storage = createStorage();
  for (const { url } of [one, one, other]) await ask({ url, getToken: guestToken({ storage }) });
  expect([one.creations.length, other.creations.length]).toStrictEqual([1, 1]);
  expect([...storage.entries.values()]).toStrictEqual(['guest-1', 'guest-1']);
});

test('a token that is not accepted any more is replaced once, and each request is repeated', async () => {
  const { url, creations, received, revokeAll } = await startApiOfGuests();
  const storage = createStorage();
  const options = { url, getToken: guestToken({ storage }) };
  const client = createClient(options);
  await client.request(ViewerDocument);
  revokeAll();
  await Promise.all([1, 2, 3].map(() => client.request(ViewerDocument)));
  expect(creations).toHaveLength(2);
  expect(received.filter((token) => token === 'Bearer guest-2')).toHaveLength(3);
  expect([...storage.entries.values()]).toStrictEqual(['guest-2']);
});

test('a visitor whose browser stores nothing keeps the token while the page is open', async () => {
  const { url, creations } = await startApiOfGuests();
  const blocked = () => {
    throw new Error('SecurityError');
  };
  const storage = { getItem: blocked, setItem: blocked };
  const client = createClient({ url, getToken: guestToken({ storage }) });
  await client.request(ViewerDocument);
  await client.request(ViewerDocument);
  expect(creations).toHaveLength(1);
});

test('a challenge that fails fails the request, and the next request tries again', async () => {
  const { url, creations } = await startApiOfGuests();
  let isReady = false;
  const challenge = () => {
    if (!isReady) throw new Error('The challenge was closed.');
    return 'passed';
  };
  const client = createClient({
    url,
    getToken: guestToken({ challenge, storage: createStorage() }),
  });
  await expect(client.request(ViewerDocument)).rejects.toThrow('The challenge was closed.');
  isReady = true;
  await client.request(ViewerDocument);
  expect(creations).toHaveLength(1);
});
