import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { post as postRaw } from '../support/raw-http.ts';
import { type StartOptions, start } from '../support/start.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const DELETE = 'mutation { deleteTool(id: "t1") { deletedId } }';
const LLMS = '{ llms { totalCount } }';
const WRONG_VARIABLE =
  '{"query":"query ($p: Int) { personas(page: $p) { totalCount } }","variables":{"p":"x"}}';

async function startServer(options: StartOptions = {}) {
  const upstream = await fakeService(reply(200, { id: 't1', sessionToken: 'x' }));
  return start({ upstream, ...options });
}

/** The API of requests that reach no upstream. */
const shared = await startServer();

test.each<[string, string, number, string]>([
  ['truncated JSON', '{"query":', 400, 'BAD_REQUEST'],
  ['JSON without a query', '{}', 200, 'BAD_REQUEST'],
  ['a document that does not parse', '{"query":"{"}', 200, 'GRAPHQL_PARSE_FAILED'],
  ['a document with an unknown field', '{"query":"{ x }"}', 200, 'GRAPHQL_VALIDATION_FAILED'],
  ['a variable of the wrong kind', WRONG_VARIABLE, 400, 'BAD_USER_INPUT'],
  ['variables that are no object', `{"query":"${LLMS}","variables":7}`, 400, 'BAD_REQUEST'],
  ['two operations and no name', `{"query":"query A ${LLMS} query B ${LLMS}"}`, 400, 'BAD_REQUEST'],
  ['an empty body', '', 400, 'BAD_REQUEST'],
  ['a batch, which is not supported', `[{"query":"${LLMS}"}]`, 400, 'BAD_REQUEST'],
])('%s causes an error with a message and a request id', async (_, body, status, code) => {
  const { post, upstream } = shared;
  const answer = await post(body);
  expect(answer.status).toBe(status);
  expect(answer.errors?.[0]?.message).not.toBe('');
  expect(answer.errors?.[0]?.extensions).toMatchObject({
    code,
    requestId: answer.headers.get('x-request-id'),
  });
  expect(answer.errors?.[0]?.extensions).not.toHaveProperty('originalError');
  expect(upstream.calls).toStrictEqual([]);
});

test('a subscription is not supported', async () => {
  const { run, upstream } = shared;
  const { status, errors } = await run('subscription { x }');
  // By the execution in graphql-js 16, and by the validation since 17.
  expect(['BAD_REQUEST', 'GRAPHQL_VALIDATION_FAILED']).toContain(errors?.[0]?.extensions.code);
  expect(status).toBe(200);
  expect(upstream.calls).toStrictEqual([]);
});

const audits = serverAudits({ url: shared.url, fetchFn: fetch });

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
  'GraphQL over HTTP %s: %s',
  async (_id, _name, audit) => {
    const result = await audit.fn();
    if (result.status !== 'ok') expect.fail(`${result.status}: ${result.reason}`);
  },
);

test.each(['variables', 'extensions'])(
  'a GET request whose %s are not JSON is told so',
  async (name) => {
    const response = await fetch(`${shared.url}?query={__typename}&${name}={`);
    const message = `The parameter ${name} is not valid JSON.`;
    expect(await response.json()).toMatchObject({ errors: [{ message }] });
    expect(response.status).toBe(400);
  },
);

const PROXY = 'https://avatars.example';

test.each<[string, Record<string, string>, boolean]>([
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['of a sibling site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }, false],
  ['of another site, without its origin', { 'sec-fetch-site': 'cross-site' }, false],
  ['of another origin, by an older browser', { origin: 'https://evil.example' }, false],
  ['of a sandboxed page', { origin: 'null' }, false],
  ['of the same origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['of the same origin, by an older browser', { origin: 'OWN' }, true],
  ['of the same origin, behind a proxy', { 'sec-fetch-site': 'same-origin', origin: PROXY }, true],
  ['that the user started', { 'sec-fetch-site': 'none' }, true],
  ['of a program', {}, true],
])('a write %s is accepted only from the same origin', async (_, headers, isAccepted) => {
  const { url, upload, upstream } = await startServer();
  const own = headers.origin === 'OWN' && { origin: new URL(url).origin };
  const answer = await upload(DELETE, {}, {}, { ...headers, ...own });
  expect(answer.status).toBe(isAccepted ? 200 : 403);
  expect(answer.errors?.[0]?.extensions.code).toBe(isAccepted ? undefined : 'FORBIDDEN');
  expect(upstream.calls).toHaveLength(isAccepted ? 1 : 0);
});

test("any request to a host name that is not the server's own is rejected", async () => {
  const isOwnHost = (name: string) => name === '127.0.0.1' || name === 'avatars.example';
  const { url, upstream } = await startServer({ isOwnHost });
  const ask = (host: string) =>
    postRaw(url, '{"query":"{ tool(id: \\"t1\\") { id } }"}', { ...JSON_TYPE, host });
  const body = expect.stringContaining('host evil.example is not allowed');
  expect(await ask('evil.example')).toMatchObject({ status: 421, body });
  expect(upstream.calls).toStrictEqual([]);
  expect((await ask('avatars.example:8080')).body).toBe('{"data":{"tool":{"id":"t1"}}}');
});

test('only a valid request id of a caller is kept', async () => {
  const { run } = await startServer();
  const ids = await Promise.all(
    ['order-12345', 'x', 'a b\tc d e f g', 'x'.repeat(200)].map(async (id) => {
      const { headers } = await run('{ llms { totalCount } }', {}, { 'x-request-id': id });
      return headers.get('x-request-id');
    }),
  );
  expect(ids[0]).toBe('order-12345');
  for (const id of ids.slice(1)) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test('/health succeeds while the process runs, /ready while it accepts requests', async () => {
  let ready = true;
  const { url } = await startServer({ getReadiness: () => ({ ready, unavailable: ['x'] }) });
  const probe = async (path: string) => {
    const response = await fetch(new URL(path, url), { headers: { accept: 'text/html' } });
    return [response.status, await response.text()];
  };
  expect(await probe('/health')).toStrictEqual([200, '']);
  expect(await probe('/ready')).toStrictEqual([200, '{"ready":true,"unavailable":["x"]}']);
  ready = false;
  expect(await probe('/health')).toStrictEqual([200, '']);
  expect(await probe('/ready')).toStrictEqual([503, '{"ready":false,"unavailable":["x"]}']);
});

test('an unknown path is a JSON 404, also for browsers', async () => {
  const { url } = await startServer();
  for (const path of ['/nope', '/personas/a/b', '/console/nope.js', '/index.html']) {
    const unknown = await fetch(new URL(path, url), { headers: { accept: 'text/html' } });
    const message = 'This path does not exist. The API is at /graphql.';
    const requestId = unknown.headers.get('x-request-id');
    expect([unknown.status, await unknown.json()]).toStrictEqual([
      404,
      { errors: [{ message, extensions: { code: 'BAD_REQUEST', requestId } }] },
    ]);
  }
});

test('the signal of a request aborts when the client disconnects', async () => {
  const client = new AbortController();
  const aborted = Promise.withResolvers<unknown>();
  const { url } = await start({
    upstream: reply(200, {}),
    plugins: [
      {
        onParams: async ({ request: { signal } }) => {
          signal.addEventListener('abort', () => aborted.resolve(signal.reason));
          client.abort();
          await aborted.promise;
        },
      },
    ],
  });
  const body = JSON.stringify({ query: LLMS });
  const init = { method: 'POST', headers: JSON_TYPE, body, signal: client.signal };
  await expect(fetch(url, init)).rejects.toThrow('abort');
  await expect(aborted.promise).resolves.toMatchObject({ name: 'AbortError' });
});
