import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedTool } from '../support/files.ts';
import { exchange, parseResponse, writeAll } from '../support/raw-http.ts';

/** The service of all requests that are rejected. */
const { url } = await startAvatarService();

const requests: [string, number, string][] = [
  ['that is not HTTP', 400, 'NONSENSE\r\n\r\n'],
  [
    'with 32 KB of headers',
    431,
    `GET /v1/personas HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(32_768)}\r\n\r\n`,
  ],
  ['without a Host', 400, 'GET /v1/personas HTTP/1.1\r\n\r\n'],
  [
    'with an unknown expectation',
    417,
    'POST /v1/personas HTTP/1.1\r\nhost: x\r\nexpect: unknown\r\n\r\n',
  ],
  ['with a path that cannot be decoded', 400, 'GET /v1/tools/%zz HTTP/1.1\r\nhost: x\r\n\r\n'],
];

test.each(requests)(
  'a request %s is rejected with %i and a JSON error',
  async (_, status, sent) => {
    const answer = await exchange(url, (socket) => writeAll(socket, sent));
    expect(answer).toMatch(/^content-type: application\/json/im);
    // Without a Host, the connection is not kept.
    if (!/host:/.test(sent)) expect(answer).toMatch(/^connection: close\r$/im);
    expect(parseResponse(answer)).toMatchObject({
      status,
      body: { error: expect.any(String), message: expect.stringMatching(/\S \S/) },
    });
  },
);

test.each([
  ['application/json', ''],
  ['application/json', '{'],
  ['text/plain', 'text'],
])('a DELETE ignores its body: %s %o', async (type, body) => {
  const { ask } = await startAvatarService({ seeded: true });
  const path = `/v1/tools/${seedTool}`;
  const response = await ask(path, { method: 'DELETE', body, headers: { 'content-type': type } });
  expect([response.status, await response.text()]).toStrictEqual([204, '']);
  expect((await ask(path)).status).toBe(404);
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['PUT', `/v1/tools/${seedTool}`, (deep: string) => `{"newer":${deep}}`],
  [
    'POST',
    '/v1/auth/session-token',
    (deep: string) => `{"personaConfig":{"name":"x","newer":${deep}}}`,
  ],
])('%s %s rejects values that are nested too deep', async (method, path, body) => {
  const { send } = await startAvatarService({ seeded: true });
  expect((await send(`${method} ${path}`, body(nested(20)))).status).toBe(200);
  expect(await send(`${method} ${path}`, body(nested(100_000)))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('nest') },
  });
});
