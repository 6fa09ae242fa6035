import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { chunk, exchange, POST_GRAPHQL, writeAll } from '../../support/raw-http.ts';
import { start } from '../../support/start.ts';

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

async function startOwn() {
  const upstream = await fakeService(reply(200, { id: 't1' }));
  const faults: unknown[] = [];
  const api = await start({ upstream, onFault: (fault) => faults.push(fault) });
  return { ...api, upstream, faults };
}

test.each([
  [MEGABYTE, 200],
  [MEGABYTE + 1, 413],
])('a body of %i bytes has the status %i, with or without Content-Length', async (size, status) => {
  const { post, send } = await startOwn();
  const start = '{"query":"{ llms { totalCount } }","extensions":{"x":"';
  const whole = `${start}${'x'.repeat(size - start.length - 3)}"}}`;
  expect((await post(whole)).status).toBe(status);
  const halves = [whole.slice(0, 5e5), whole.slice(5e5)].map((half) => Buffer.from(half));
  const streamed = { body: Readable.toWeb(Readable.from(halves)), duplex: 'half' } as RequestInit;
  expect((await send({ ...streamed, headers: JSON_TYPE })).status).toBe(status);
});

test.each([
  ['application/json', 413, 'PAYLOAD_TOO_LARGE'],
  ['application/graphql', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
])(
  'a client that sends 10 MB of %s in chunks before it reads receives %i',
  { tags: ['slow'] },
  async (type, status, code) => {
    const { url, upstream } = await startOwn();
    const megabyte = chunk(' '.repeat(MEGABYTE));
    const answer = await exchange(url, async (socket) => {
      const head = `${POST_GRAPHQL}content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
      await writeAll(socket, head);
      for (let i = 0; i < 10; i += 1) await writeAll(socket, megabyte);
      await writeAll(socket, chunk(''));
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('a truncated body is a client error, not a fault', async () => {
  const { url, get, faults } = await startOwn();
  for (const framing of ['content-length: 100', 'transfer-encoding: chunked']) {
    await exchange(url, async (socket) => {
      const head = `${POST_GRAPHQL}content-type: application/json\r\n${framing}\r\n\r\n`;
      await writeAll(socket, `${head}5\r\n{"que`);
      socket.destroySoon();
    });
  }
  const { status } = await get({ query: '{ llms { totalCount } }' });
  expect([status, faults]).toStrictEqual([200, []]);
});

const nested = (levels: number, text = '1'): string =>
  levels === 0 ? text : `{"a":[${nested(levels - 2, text)}]}`;

test('variables that are nested deeper than 32 levels are rejected with 400', async () => {
  const { post, upstream } = await startOwn();
  const query =
    'mutation ($extra: JSONObject) { updateTool(id: "t1", input: { extra: $extra }) { tool { id } } }';
  const sendExtra = (extra: string) =>
    post(`{"query":${JSON.stringify(query)},"variables":{"extra":${extra}}}`);
  expect((await sendExtra(nested(30))).errors).toBeUndefined();
  const before = upstream.calls.length;
  for (const levels of [32, 100]) {
    const { status, errors } = await sendExtra(nested(levels));
    expect([status, errors?.[0]?.message]).toStrictEqual([
      400,
      expect.stringMatching(/nested deeper than 32/),
    ]);
  }
  const { status } = await sendExtra(`${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`);
  expect(status).toBe(400);
  expect(upstream.calls).toHaveLength(before);
});

test('variables with more than 20,000 values are rejected with one error, and unknown keys with at most 50 short ones', async () => {
  const { run, upstream } = await startOwn();
  const sendKeys = (count: number) => {
    const input = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
    const query =
      'mutation ($input: UpdateToolInput!) { updateTool(id: "t1", input: $input) { tool { id } } }';
    return run(query, { input });
  };
  expect(await sendKeys(20_000)).toMatchObject({
    status: 400,
    errors: [{ message: 'The variables have more than 20000 values.' }],
  });
  for (const count of [60, 19_000]) {
    const { errors = [] } = await sendKeys(count);
    expect(errors).toHaveLength(50);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toStrictEqual(
      new Set(['BAD_USER_INPUT']),
    );
    expect(JSON.stringify(errors).length).toBeLessThan(50_000);
  }
  expect(upstream.calls).toHaveLength(0);
});
