import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import {
  AbortedError,
  CircuitOpenError,
  ConnectionError,
  OverloadedError,
  RateLimitedError,
  TimeoutError,
  UpstreamFailedError,
} from '../../src/upstream/errors.ts';
import { createBackoff } from '../../src/upstream/retry.ts';
import { answer, startRawUpstream } from '../support/raw-upstream.ts';

const GOOD = () => answer('200 OK', { id: 't1', sessionToken: 'x' });
const AWAY = () => answer('503 Service Unavailable', {});

/** A client of an upstream that answers its calls one by one as told, and the last way ever after. */
async function clientOf(
  replies: readonly (() => string | undefined)[],
  options: Partial<RestOptions> = {},
) {
  const upstream = await startRawUpstream(() =>
    replies[Math.min(upstream.received.length, replies.length) - 1]?.(),
  );
  const client = createRestClient({ url: upstream.url, retryDelay: 1, ...options });
  onTestFinished(() => client.close());
  let calls = 0;
  // A read of its own each time: identical ones under way at the same time would be one.
  const tool = (signal?: AbortSignal) => {
    calls += 1;
    return client.for({ signal }).tool({ params: { id: `t${calls}` } });
  };
  return { client, tool, received: upstream.received };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );

afterEach(() => {
  vi.useRealTimers();
});

test('a GET that fails twice for a moment succeeds', async () => {
  const { tool, received } = await clientOf([AWAY, AWAY, GOOD]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(3);
});

test('connections that the upstream closes between two calls cost a GET nothing, and no write is sent twice', async () => {
  const served = new Map<Socket, number>();
  let resets = 0;
  const upstream = await startRawUpstream((_, socket) => {
    const count = served.get(socket) ?? 0;
    served.set(socket, count + 1);
    if (count < 2) return GOOD();
    resets += 1;
    socket.resetAndDestroy();
    return undefined;
  });
  const client = createRestClient({ url: upstream.url, retries: 5, retryDelay: 1 });
  onTestFinished(() => client.close());
  const rest = client.for({});
  for (let count = 0; count < 10; count += 1) await rest.tool({ params: { id: 't1' } });
  const resetsOfReads = resets;
  expect(resetsOfReads).toBeGreaterThan(0);
  for (let count = 0; count < 10; count += 1) {
    await rest.updateTool({ params: { id: `w${count}` }, body: {} }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ConnectionError);
    });
  }
  expect(resets).toBeGreaterThan(resetsOfReads);
  const writes = upstream.received.filter((request) => request.startsWith('PUT'));
  expect(new Set(writes.map((request) => request.split(' ')[1])).size).toBe(10);
  expect(writes).toHaveLength(10);
});

test('waits between attempts are random, grow, and begin when the upstream asked for', () => {
  const series = (error: unknown) => {
    const first = createBackoff(100).next({ result: { error } });
    return [first.duration, first.next({ result: { error } }).duration];
  };
  const plain = Array.from({ length: 200 }, () => series(new ConnectionError('GET /', 'reset')));
  const firsts = plain.map(([first = 0]) => first);
  expect(new Set(firsts).size).toBeGreaterThan(100);
  expect(Math.min(...firsts)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...firsts)).toBeLessThan(150);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  expect(mean(plain.map(([, second = 0]) => second))).toBeGreaterThan(mean(firsts));
  const [asked = 0] = series(new UpstreamFailedError('GET /', 503, 2));
  expect(asked).toBeGreaterThanOrEqual(2000);
  expect(asked).toBeLessThan(2150);
});

test('the deadline ends the wait for a next attempt too', async () => {
  const { tool, received } = await clientOf([AWAY], { timeout: 100, retryDelay: 1e6 });
  expect(await failureOf(tool())).toBeInstanceOf(TimeoutError);
  expect(received).toHaveLength(1);
});

test('a caller who goes away between two attempts is let go, and nobody is asked again', async () => {
  const caller = new AbortController();
  const leave = () => {
    setImmediate(() => caller.abort());
    return AWAY();
  };
  const { tool, received } = await clientOf([leave], { retryDelay: 1e6 });
  expect(await failureOf(tool(caller.signal))).toBeInstanceOf(AbortedError);
  expect(received).toHaveLength(1);
});

/** The same, with a clock that stands still until it is moved. Ten calls decide, and each is made once. */
async function brittleClient(replies: readonly (() => string | undefined)[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  return clientOf(replies, { retries: 0, breakerCalls: 10, breakerPause: 5000 });
}

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const fail = async (times: number, tool: () => Promise<unknown>) => {
  for (let count = 0; count < times; count += 1) await failureOf(tool());
};

test('an upstream that is away is left alone, then tried by one call; one whose caller goes away has shown nothing', async () => {
  const { client, tool, received } = await brittleClient([
    ...Array(10).fill(AWAY),
    () => undefined,
  ]);
  await fail(10, tool);
  expect(client.isDown()).toBe(true);
  const refused = await failureOf(tool());
  expect(refused).toBeInstanceOf(CircuitOpenError);
  expect(refused).toHaveProperty('retryAfterSeconds', 5);
  pass(4999);
  expect(await failureOf(tool())).toHaveProperty('retryAfterSeconds', 1);
  expect(received).toHaveLength(10);
  pass(1);
  expect(client.isDown()).toBe(false);
  const caller = new AbortController();
  const probe = failureOf(tool(caller.signal));
  await expect.poll(() => received.length).toBe(11);
  expect(client.isDown()).toBe(true);
  expect(await failureOf(tool())).toBeInstanceOf(CircuitOpenError);
  caller.abort();
  expect(await probe).toBeInstanceOf(AbortedError);
  expect(client.isDown()).toBe(true);
});

test('a probe that succeeds lets all calls through again', async () => {
  const { client, tool, received } = await brittleClient([...Array(10).fill(AWAY), GOOD]);
  await fail(10, tool);
  pass(5000);
  await tool();
  expect(client.isDown()).toBe(false);
  await Promise.all([tool(), tool(), tool()]);
  expect(received).toHaveLength(14);
});

test('a probe that fails opens the breaker again, for as long', async () => {
  const { client, tool, received } = await brittleClient([AWAY]);
  await fail(10, tool);
  pass(5000);
  expect(await failureOf(tool())).toBeInstanceOf(UpstreamFailedError);
  expect(client.isDown()).toBe(true);
  pass(4999);
  expect(await failureOf(tool())).toBeInstanceOf(CircuitOpenError);
  expect(received).toHaveLength(11);
});

test.each([
  ['500, which may be about the request', '500 Internal Server Error'],
  ['429', '429 Too Many Requests'],
  ['404', '404 Not Found'],
  ['a redirect', '302 Found'],
])('%s is no sign that the upstream is away', async (_, status) => {
  const { client, tool, received } = await brittleClient([() => answer(status, {})]);
  await fail(20, tool);
  expect(client.isDown()).toBe(false);
  expect(received).toHaveLength(20);
});

test('an upstream that fails less than every other call is still asked', async () => {
  const { client, tool } = await brittleClient(
    Array.from({ length: 40 }, (_, index) => (index % 3 === 1 ? AWAY : GOOD)),
  );
  for (let count = 0; count < 40; count += 1) await tool().catch(() => undefined);
  expect(client.isDown()).toBe(false);
});

test('no more than so many calls are under way, so many wait, and the next is refused at once', async () => {
  const caller = new AbortController();
  const { client, tool, received } = await clientOf([() => undefined, () => undefined, GOOD], {
    calls: 2,
    waitingCalls: 1,
  });
  const underWay = [tool(caller.signal), tool(caller.signal)].map(failureOf);
  await expect.poll(() => received.length).toBe(2);
  expect(client.isSaturated()).toBe(false);
  const waiting = tool();
  await expect.poll(client.isSaturated).toBe(true);
  expect(await failureOf(tool())).toBeInstanceOf(OverloadedError);
  expect(received).toHaveLength(2);
  caller.abort();
  await Promise.all(underWay);
  expect(await waiting).toMatchObject({ id: 't1' });
});

test('a caller who goes away while it waits for its turn is let go at once, and its call is never made', async () => {
  const { client, tool, received } = await clientOf([() => undefined, GOOD], { calls: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const underWay = failureOf(tool(first.signal));
  await expect.poll(() => received.length).toBe(1);
  const waiting = failureOf(tool(second.signal));
  second.abort();
  expect(await waiting).toBeInstanceOf(AbortedError);
  first.abort();
  await underWay;
  await tool();
  expect(received).toHaveLength(2);
  expect(client.isSaturated()).toBe(false);
});

test('an avatar that takes minutes holds up no other call', async () => {
  const caller = new AbortController();
  const { client, tool, received } = await clientOf([() => undefined, GOOD], {
    calls: 1,
    slowCalls: 1,
    waitingSlowCalls: 0,
  });
  const body = { displayName: 'Ada', imageUrl: 'https://pictures.example/ada.png' };
  const create = () => failureOf(client.for({ signal: caller.signal }).createAvatar({ body }));
  const slow = create();
  await expect.poll(() => received.length).toBe(1);
  expect(await create()).toBeInstanceOf(OverloadedError);
  expect(await tool()).toMatchObject({ id: 't1' });
  caller.abort();
  expect(await slow).toBeInstanceOf(AbortedError);
});

test('a rate limit that is soon over is waited for', async () => {
  const limited = () => answer('429 Too Many Requests', {}, { 'retry-after': '0' });
  const { tool, received } = await clientOf([limited, GOOD]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(2);
});

test('a rate limit without a time, or a long one, is told at once', async () => {
  for (const headers of [{}, { 'retry-after': '60' }]) {
    const { tool, received } = await clientOf([() => answer('429 Too Many', {}, { ...headers })]);
    expect(await failureOf(tool())).toBeInstanceOf(RateLimitedError);
    expect(received).toHaveLength(1);
  }
});
