import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../src/hooks/client.ts';
import { CreatePersonaDocument, PersonasDocument } from '../../src/hooks/document-strings.ts';
import { listen } from '../support/resources.ts';

const UNAUTHENTICATED = { message: 'Invalid token.', extensions: { code: 'UNAUTHENTICATED' } };

const sendData = (response: ServerResponse) => void response.end('{"data":{}}');

const reject = (response: ServerResponse, data: unknown = null) =>
  response.writeHead(401).end(JSON.stringify({ data, errors: [UNAUTHENTICATED] }));

/** Starts an API that accepts only `Bearer new` and records the tokens. It responds to old tokens after it has received `old` of them. */
async function startApiOfNewTokens(old = 1) {
  const received: unknown[] = [];
  const rejected: ServerResponse[] = [];
  const url = await listen(({ headers }, response) => {
    received.push(headers.authorization);
    if (headers.authorization === 'Bearer new') return sendData(response);
    rejected.push(response);
    if (rejected.length < old) return undefined;
    // Of several, the first is rejected by a reverse proxy.
    if (old > 1) rejected.shift()?.writeHead(401).end('<h1>Sign in</h1>');
    for (const waiting of rejected.splice(0)) reject(waiting);
    return undefined;
  });
  return { url, received };
}

/** Creates a client whose token is replaced by `refresh`, and counts refreshes. */
function createRefreshingClient(options: ClientOptions, refresh: () => Promise<string>) {
  let token = 'old';
  let refreshes = 0;
  const client = createClient({
    ...options,
    headers: () => ({ authorization: `Bearer ${token}` }),
    onUnauthenticated: async () => {
      refreshes += 1;
      token = await refresh();
    },
  });
  return { client, count: () => refreshes };
}

test('concurrent requests with an expired token share one refresh', async () => {
  const { url, received } = await startApiOfNewTokens(3);
  const { client, count } = createRefreshingClient({ url }, async () => 'new');
  await Promise.all([1, 2, 3].map((page) => client.request(PersonasDocument, { page })));
  expect(count()).toBe(1);
  expect(received).toStrictEqual([...Array(3).fill('Bearer old'), ...Array(3).fill('Bearer new')]);
});

test('a request that is rejected after another request’s refresh is repeated without a refresh', async () => {
  const late: ServerResponse[] = [];
  const url = await listen(({ headers }, response) => {
    if (headers.authorization === 'Bearer new') return sendData(response);
    late.push(response);
    // The first response is sent after the one to the refreshed request.
    if (late.length === 2) reject(response);
  });
  const { client, count } = createRefreshingClient({ url }, async () => 'new');
  const first = client.request(PersonasDocument, { page: 1 });
  await expect.poll(() => late.length).toBe(1);
  await client.request(PersonasDocument, { page: 2 });
  const [response] = late;
  if (response) reject(response);
  await first;
  expect(count()).toBe(1);
});

test('a request that is rejected again fails', async () => {
  const { url, received } = await startApiOfNewTokens();
  const { client, count } = createRefreshingClient({ url }, async () => 'wrong');
  const running = client.request(PersonasDocument);
  await expect(running).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(count()).toBe(1);
  expect(received).toStrictEqual(['Bearer old', 'Bearer wrong']);
});

test('if the refresh fails, the request is not repeated', async () => {
  const { url, received } = await startApiOfNewTokens();
  const cause = new Error('The session has ended.');
  const { client } = createRefreshingClient({ url }, () => Promise.reject(cause));
  await expect(client.request(PersonasDocument)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'Invalid token.',
    cause,
  });
  expect(received).toStrictEqual(['Bearer old']);
});

test('a mutation that partly succeeded is not repeated', async () => {
  let requests = 0;
  const url = await listen((_, response) => {
    requests += 1;
    reject(response, { createPersona: { id: 'p' }, other: null });
  });
  const { client, count } = createRefreshingClient({ url }, async () => 'new');
  const running = client.request(CreatePersonaDocument, { input: { name: 'Ada' } });
  await expect(running).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect([count(), requests]).toStrictEqual([0, 1]);
});
