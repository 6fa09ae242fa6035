import { METHODS } from 'node:http';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { exchange, readAnswer, writeAll } from '../support/raw-client.ts';
import { seedTool } from '../support/seeds.ts';

const bytes: [string, number, string][] = [
  ['that are not HTTP', 400, 'NONSENSE\r\n\r\n'],
  ['of an unknown method', 400, 'BREW /v1/personas HTTP/1.1\r\nhost: x\r\n\r\n'],
  [
    'with 32 KB of headers',
    431,
    `GET /v1/personas HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(32_768)}\r\n\r\n`,
  ],
  ['without a Host', 400, 'GET /v1/personas HTTP/1.1\r\n\r\n'],
  [
    'with two lengths',
    400,
    'POST /v1/personas HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  ],
  [
    'with a length and chunks',
    400,
    'POST /v1/personas HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'that expect the unknown',
    417,
    'POST /v1/personas HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n',
  ],
  ['with a path that cannot be decoded', 400, 'GET /v1/tools/%zz HTTP/1.1\r\nhost: x\r\n\r\n'],
];

test.each(bytes)('bytes %s are answered with %i, in JSON', async (_, status, sent) => {
  const { url } = await startAvatarService();
  const answer = await exchange(url, (socket) => writeAll(socket, sent));
  expect(answer).toMatch(/^content-type: application\/json/im);
  expect(readAnswer(answer)).toMatchObject({
    status,
    body: { error: expect.any(String), message: expect.stringMatching(/\S \S/) },
  });
});

const agentRequest = async (url: string, method: string) => {
  const agent = new Agent();
  try {
    const { statusCode, headers, body } = await request(url, { method, dispatcher: agent });
    return { statusCode, allow: headers.allow, text: await body.text() };
  } finally {
    await agent.destroy();
  }
};

test('every method of HTTP that a path does not take is a 405, and a 404 where there is no path', async () => {
  const { url } = await startAvatarService();
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'CONNECT'].includes(method));
  for (const method of others) {
    const known = await agentRequest(`${url}/v1/personas`, method);
    expect([method, known.statusCode, known.allow]).toStrictEqual([method, 405, 'POST, GET, HEAD']);
    const unknown = await agentRequest(`${url}/v1/nothing`, method);
    expect([method, unknown.statusCode]).toStrictEqual([method, 404]);
  }
});

test('a picture takes only reading, and needs no key for the 405 that says so', async () => {
  const { ask } = await startAvatarService();
  const path = '/v1/avatars/3f0e9f7e-1111-4222-8333-444455556666/image.png';
  const response = await ask(path, { method: 'DELETE', key: null });
  expect([response.status, response.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD']);
});

test.each([
  ['application/json', ''],
  ['application/json', '{'],
  ['text/plain', 'why'],
])('a delete that carries %s of %o deletes all the same', async (type, body) => {
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
])(
  '%s %s takes nested values, and refuses those too deep to handle',
  async (method, path, body) => {
    const { askJson } = await startAvatarService({ seeded: true });
    expect((await askJson(method, path, body(nested(20)))).status).toBe(200);
    const refused = await askJson(method, path, body(nested(100_000)));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('nest') },
    ]);
  },
);

test('a page however far past the end is an empty page', async () => {
  const { ask } = await startAvatarService({ seeded: true });
  const response = await ask(`/v1/personas?page=${Number.MAX_SAFE_INTEGER}&perPage=100`);
  expect(response.status).toBe(200);
  expect((await response.json()).data).toStrictEqual([]);
});

test('strings of every kind come back as they were sent', async () => {
  const { askJson, ask } = await startAvatarService();
  const name = 'nul \u0000, half a pair \ud83d, "quotes", \u2028, 👩‍🚀, e\u0301';
  const created = await (await askJson('POST', '/v1/personas', { name })).json();
  expect(created.name).toBe(name);
  const { data } = await (await ask('/v1/personas')).json();
  expect(data).toStrictEqual([created]);
});
