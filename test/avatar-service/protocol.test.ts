import { METHODS } from 'node:http';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedTool } from '../support/files.ts';
import { exchange, parseResponse, writeAll } from '../support/raw-http.ts';

const requests: [string, number, string][] = [
  ['that is not HTTP', 400, 'NONSENSE\r\n\r\n'],
  ['with an unknown method', 400, 'BREW /v1/personas HTTP/1.1\r\nhost: x\r\n\r\n'],
  [
    'with 32 KB of headers',
    431,
    `GET /v1/personas HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(32_768)}\r\n\r\n`,
  ],
  ['without a Host', 400, 'GET /v1/personas HTTP/1.1\r\n\r\n'],
  [
    'with two content lengths',
    400,
    'POST /v1/personas HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  ],
  [
    'with a content length and chunks',
    400,
    'POST /v1/personas HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
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
    const { url } = await startAvatarService();
    const answer = await exchange(url, (socket) => writeAll(socket, sent));
    expect(answer).toMatch(/^content-type: application\/json/im);
    expect(parseResponse(answer)).toMatchObject({
      status,
      body: { error: expect.any(String), message: expect.stringMatching(/\S \S/) },
    });
  },
);

test('a request without a Host does not keep its connection', async () => {
  const { url } = await startAvatarService();
  const sent = 'GET /v1/personas HTTP/1.1\r\n\r\n';
  const answer = await exchange(url, (socket) => writeAll(socket, sent));
  expect(answer).toMatch(/^connection: close\r$/im);
});

const sendMethod = async (url: string, method: string) => {
  const agent = new Agent();
  try {
    const { statusCode, headers, body } = await request(url, { method, dispatcher: agent });
    return { statusCode, allow: headers.allow, text: await body.text() };
  } finally {
    await agent.destroy();
  }
};

test('every unsupported HTTP method is 405', async () => {
  const { url } = await startAvatarService();
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'CONNECT'].includes(method));
  for (const method of others) {
    const known = await sendMethod(`${url}/v1/personas`, method);
    expect([method, known.statusCode, known.allow]).toStrictEqual([method, 405, 'GET, HEAD, POST']);
    const unknown = await sendMethod(`${url}/v1/nothing`, method);
    expect([method, unknown.statusCode]).toStrictEqual([method, 404]);
  }
});

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
  const { askJson } = await startAvatarService({ seeded: true });
  expect((await askJson(method, path, body(nested(20)))).status).toBe(200);
  const rejected = await askJson(method, path, body(nested(100_000)));
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('nest') },
  ]);
});
