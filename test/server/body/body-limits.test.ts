import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { createListener } from '../../../src/listener/listener.ts';
import { createGraphErrorBody } from '../../../src/server/client-errors.ts';
import { exchange, writeAll } from '../../support/raw-http.ts';
import { start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

async function startOwn() {
  const upstream = await startUpstreamWithResponse(200, { id: 't1' });
  return { ...(await start({ upstream })), upstream };
}

const createStreamedBody = (...chunks: (string | Uint8Array)[]) =>
  ({
    body: Readable.toWeb(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))),
    duplex: 'half',
  }) as RequestInit;

test('a body has at most 1 MiB, with or without Content-Length', async () => {
  const { send } = await startOwn();
  const createQuery = (size: number) => {
    const start = '{"query":"{ llms { total } }","extensions":{"x":"';
    return `${start}${'x'.repeat(size - start.length - 3)}"}}`;
  };
  for (const [size, status] of [
    [MEGABYTE, 200],
    [MEGABYTE + 1, 413],
  ] as const) {
    const whole = createQuery(size);
    expect([size, (await send({ body: whole, headers: JSON_TYPE })).status]).toStrictEqual([
      size,
      status,
    ]);
    const halves = createStreamedBody(whole.slice(0, 5e5), whole.slice(5e5));
    expect([size, (await send({ ...halves, headers: JSON_TYPE })).status]).toStrictEqual([
      size,
      status,
    ]);
  }
});

test.each([
  ['application/json', 413, 'PAYLOAD_TOO_LARGE'],
  ['application/graphql', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
])(
  'a client that sends 40 MB of %s in chunks before it reads receives %i',
  { tags: ['slow'] },
  async (type, status, code) => {
    const { url, upstream } = await startOwn();
    const { host } = new URL(url);
    const filler = Buffer.alloc(MEGABYTE, ' ');
    const answer = await exchange(url, async (socket) => {
      await writeAll(
        socket,
        `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
      );
      for (let i = 0; i < 40; i += 1) {
        await writeAll(socket, `${MEGABYTE.toString(16)}\r\n`);
        await writeAll(socket, filler);
        await writeAll(socket, '\r\n');
      }
      await writeAll(socket, '0\r\n\r\n');
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test.each(['abc', '-1', '1, 2', '0x10'])(
  'the Content-Length %o is rejected with 400',
  async (length) => {
    const { url } = await startOwn();
    const { host } = new URL(url);
    const answer = await exchange(
      url,
      (socket) =>
        void socket.write(
          `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{}`,
        ),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('a truncated body is a client error, not a fault', async () => {
  const faults: unknown[] = [];
  const upstream = await startUpstreamWithResponse(200, {});
  const { url } = await start({ upstream, onFault: (fault) => faults.push(fault) });
  const { host } = new URL(url);
  for (const framing of ['content-length: 100', 'transfer-encoding: chunked']) {
    await exchange(url, async (socket) => {
      await writeAll(
        socket,
        `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n5\r\n{"que`,
      );
      socket.destroySoon();
    });
  }
  const { status } = await fetch(`${url}?query={llms{total}}`);
  expect([status, faults]).toStrictEqual([200, []]);
});

const nested = (levels: number, text = '1'): string =>
  levels === 0 ? text : `{"a":[${nested(levels - 2, text)}]}`;

test('variables that are nested deeper than 32 levels are rejected with 400', async () => {
  const { send, upstream } = await startOwn();
  const sendVariables = (extra: string) =>
    send({
      headers: JSON_TYPE,
      body: `{"query":"mutation ($extra: JSONObject) { updateTool(id: \\"t1\\", input: { extra: $extra }) { tool { id } } }","variables":{"extra":${extra}}}`,
    });
  expect((await sendVariables(nested(30))).errors).toBeUndefined();
  const before = upstream.calls.length;
  for (const levels of [32, 100]) {
    const { status, errors } = await sendVariables(nested(levels));
    expect([status, errors?.[0]?.message]).toStrictEqual([
      400,
      expect.stringMatching(/nested deeper than 32/),
    ]);
  }
  const { status } = await sendVariables(`${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`);
  expect(status).toBe(400);
  expect(upstream.calls).toHaveLength(before);
});

test('headers or a URL of more than 16 KiB are rejected with 431', async () => {
  const { url } = await start({ settings: {} });
  const agent = new Agent();
  const status = async (path: string, headers = {}) => {
    const { statusCode, body } = await request(`${url}${path}`, { headers, dispatcher: agent });
    await body.dump();
    return statusCode;
  };
  expect(await status('/graphql?query={llms{total}}', { 'x-more': 'x'.repeat(20_000) })).toBe(431);
  expect(await status(`/graphql?query={llms{total}}&variables=${'x'.repeat(20_000)}`)).toBe(431);
  expect(await status('/graphql?query={llms{total}}')).toBe(200);
  await agent.close();
});

test.each([
  ['headers', 'POST / HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc'],
])('a client that sends %s too slowly gets 408', async (_, bytes) => {
  const listener = createListener(
    (incoming, response) => {
      incoming.resume().on('end', () => response.end());
    },
    {
      errorBody: createGraphErrorBody,
      arrival: { headersTimeout: 50, requestTimeout: 50, checkEvery: 10 },
    },
  );
  const url = await listener.listen('127.0.0.1', 0);
  const answer = await exchange(url, (socket) => void socket.write(bytes));
  await listener.drain(0);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('variables with more than 20,000 values are rejected with one short error', async () => {
  const { send, upstream } = await startOwn();
  const sendKeys = (count: number) => {
    const input = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
    const query =
      'mutation ($input: UpdateToolInput!) { updateTool(id: "t1", input: $input) { tool { id } } }';
    return send({ headers: JSON_TYPE, body: JSON.stringify({ query, variables: { input } }) });
  };
  const { status, errors } = await sendKeys(20_000);
  expect([status, errors?.map(({ message }) => message)]).toStrictEqual([
    400,
    ['The variables have more than 20000 values.'],
  ]);
  const unknown = await sendKeys(19_000);
  expect(unknown.errors?.map(({ extensions }) => extensions.code)).toStrictEqual([
    'BAD_USER_INPUT',
    'BAD_REQUEST',
  ]);
  expect((await sendKeys(60)).errors).toHaveLength(51);
  expect(upstream.calls).toHaveLength(0);
});
