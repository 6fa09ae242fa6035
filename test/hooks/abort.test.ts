import { expect, test } from 'vitest';
import { createClient } from '../../src/hooks/client.ts';
import { PersonasDocument } from '../../src/hooks/document-strings.ts';
import { listen } from '../support/resources.ts';
import { countListeners } from './count-listeners.ts';

const UNAUTHENTICATED = '{"errors":[{"message":"No.","extensions":{"code":"UNAUTHENTICATED"}}]}';

test.each([
  ['the function of its headers is running', 'headers'],
  ['its token is refreshed', 'onUnauthenticated'],
  ['the API executes it', 'fetch'],
])('a request is aborted while %s', async (_, option) => {
  const caller = new AbortController();
  const url = await listen((_, response) => void response.end(UNAUTHENTICATED));
  const wait = () => {
    queueMicrotask(() => caller.abort('closed'));
    return new Promise<never>(() => {});
  };
  const { request } = createClient({ url, [option]: wait });
  await expect(request(PersonasDocument, {}, { signal: caller.signal })).rejects.toBe('closed');
});

test('a request with an aborted signal is not sent', async () => {
  const calls: unknown[] = [];
  const record = (name: string) => async () => {
    calls.push(name);
    return {} as never;
  };
  const client = createClient({ headers: record('headers'), fetch: record('fetch') });
  const running = client.request(PersonasDocument, {}, { signal: AbortSignal.abort('closed') });
  await expect(running).rejects.toBe('closed');
  expect(calls).toStrictEqual([]);
});

test('a signal of many requests keeps no listeners of ended ones', async () => {
  const url = await listen((_, response) => void response.end('{"data":{}}'));
  const { signal } = new AbortController();
  const count = countListeners(signal);
  // The fetch of Node.js adds its own listeners.
  const { request } = createClient({
    url,
    fetch: (input, init) => fetch(input, { ...init, signal: null }),
  });
  const requests = [1, 2].map((page) => request(PersonasDocument, { page }, { signal }));
  expect(count()).toBe(2);
  await Promise.all(requests);
  expect(count()).toBe(0);
});
