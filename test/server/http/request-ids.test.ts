import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { start } from '../../support/start.ts';

const ID = 'order-12345';

test.each<[string, string, string, Record<string, string>, number]>([
  ['a path that does not exist', 'POST', '/nothing', {}, 404],
  ['a write to a health check', 'POST', '/health', {}, 405],
  ['a method that is not supported', 'DELETE', '/graphql', {}, 405],
  ['a page of another origin', 'POST', '/graphql', { origin: 'https://evil.example' }, 403],
  ['an unknown host name', 'GET', '/graphql', { host: 'evil.example' }, 421],
  ['a write to the metrics', 'POST', '/metrics', {}, 405],
  ['a type that is not supported', 'POST', '/graphql', { 'content-type': 'text/css' }, 415],
  ['a body that is not JSON', 'POST', '/graphql', { 'content-type': 'application/json' }, 400],
])('the error for %s has the id of its request', async (_, method, path, headers, status) => {
  const { url } = await start({ settings: {} });
  const dispatcher = new Agent();
  const response = await request(`${url}${path}`, {
    method,
    headers: { ...headers, 'x-request-id': ID },
    ...(method === 'POST' && { body: '{' }),
    dispatcher,
  });
  expect(response.statusCode).toBe(status);
  expect(response.headers['x-request-id']).toBe(ID);
  expect(await response.body.json()).toMatchObject({ errors: [{ extensions: { requestId: ID } }] });
  await dispatcher.close();
});
