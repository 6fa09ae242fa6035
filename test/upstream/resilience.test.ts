import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import {
  AbortedError,
  CircuitOpenError,
  ConnectionError,
  OverloadedError,
  TimeoutError,
  UpstreamFailedError,
} from '../../src/upstream/errors.ts';
import { createBackoff } from '../../src/upstream/retry.ts';
import { answer, startRawUpstream } from '../support/raw-upstream.ts';

const succeed = () => answer('200 OK', { id: 't1', sessionToken: 'x' });
const unavailable = () => answer('503 Service Unavailable', {});

/** Starts a client of an upstream that gives these replies in order, and then repeats the last. */
async function startClient(
  replies: readonly (() => string | undefined)[],
  options: Partial<RestOptions> = {},
) {
  const upstream = await startRawUpstream(() =>
    replies[Math.min(upstream.received.length, replies.length) - 1]?.(),
  );
  const client = createRestClient({ url: upstream.url, retryDelay: 1, ...options });
  onTestFinished(() => client.close());
  let calls = 0;
  // Identical concurrent reads would share one call.
  const tool = (signal?: AbortSignal) => {
    calls += 1;
    return client.for({ signal }).tool({ params: { id: `t${calls}` } });
  };
  return { client, tool, received: upstream.received };
}

const getError = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );

afterEach(() => {
  vi.useRealTimers();
});

test('a GET that fails twice with 503 is retried and succeeds', async () => {
  const { tool, received } = await startClient([unavailable, unavailable, succeed]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(3);
});

test('when the upstream closes idle connections, reads are retried and no write is sent twice', async () => {
  const served = new Map<Socket, number>();
  let resets = 0;
  const upstream = await startRawUpstream((_, socket) => {
    const count = served.get(socket) ?? 0;
    served.set(socket, count + 1);
    if (count < 2) return succeed();
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

test('delays between attempts have jitter, grow, and start after Retry-After', () => {
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

test('the deadline also ends the delay before a retry', async () => {
  const { tool, received } = await startClient([unavailable], { timeout: 500, retryDelay: 1e6 });
  expect(await getError(tool())).toBeInstanceOf(TimeoutError);
  expect(received).toHaveLength(1);
});

test('a caller who disconnects between two attempts ends the call without a retry', async () => {
  const caller = new AbortController();
  const leave = () => {
    setImmediate(() => caller.abort());
    return unavailable();
  };
  const { tool, received } = await startClient([leave], { retryDelay: 1e6 });
  expect(await getError(tool(caller.signal))).toBeInstanceOf(AbortedError);
  expect(received).toHaveLength(1);
});

/** The same with a fake clock and without retries. The circuit opens after five calls in a row. */
async function startClientWithoutRetries(replies: readonly (() => string | undefined)[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  return startClient(replies, { retries: 0, breakerPause: 5000 });
}

const advanceClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const fail = async (times: number, tool: () => Promise<unknown>) => {
  for (let count = 0; count < times; count += 1) await getError(tool());
};

test('an open circuit rejects calls, then allows one probe; an aborted probe keeps it open', async () => {
  const { client, tool, received } = await startClientWithoutRetries([
    ...Array(5).fill(unavailable),
    () => undefined,
  ]);
  await fail(5, tool);
  expect(client.isDown()).toBe(true);
  const refused = await getError(tool());
  expect(refused).toBeInstanceOf(CircuitOpenError);
  expect(refused).toHaveProperty('retryAfterSeconds', 5);
  advanceClock(4999);
  expect(await getError(tool())).toHaveProperty('retryAfterSeconds', 1);
  expect(received).toHaveLength(5);
  advanceClock(1);
  expect(client.isDown()).toBe(false);
  const caller = new AbortController();
  const probe = getError(tool(caller.signal));
  await expect.poll(() => received.length).toBe(6);
  expect(client.isDown()).toBe(true);
  expect(await getError(tool())).toBeInstanceOf(CircuitOpenError);
  caller.abort();
  expect(await probe).toBeInstanceOf(AbortedError);
  expect(client.isDown()).toBe(true);
});

test('a successful probe closes the circuit', async () => {
  const { client, tool, received } = await startClientWithoutRetries([
    ...Array(5).fill(unavailable),
    succeed,
  ]);
  await fail(5, tool);
  advanceClock(5000);
  await tool();
  expect(client.isDown()).toBe(false);
  await Promise.all([tool(), tool(), tool()]);
  expect(received).toHaveLength(9);
});

test('a failed probe opens the circuit for another pause', async () => {
  const { client, tool, received } = await startClientWithoutRetries([unavailable]);
  await fail(5, tool);
  advanceClock(5000);
  expect(await getError(tool())).toBeInstanceOf(UpstreamFailedError);
  expect(client.isDown()).toBe(true);
  advanceClock(4999);
  expect(await getError(tool())).toBeInstanceOf(CircuitOpenError);
  expect(received).toHaveLength(6);
});

test('an upstream that hangs opens the circuit after five calls in a row, at any rate', async () => {
  const { client, tool } = await startClient([() => undefined], { timeout: 20, breakerWindow: 5 });
  await fail(4, tool);
  expect(client.isDown()).toBe(false);
  await fail(1, tool);
  expect(client.isDown()).toBe(true);
  expect(await getError(tool())).toBeInstanceOf(CircuitOpenError);
});

test('a shared call that fails counts once for each caller that waits for it', async () => {
  const upstream = await startRawUpstream(() => undefined);
  const client = createRestClient({ url: upstream.url, timeout: 100 });
  onTestFinished(() => client.close());
  const read = () => getError(client.for({}).tool({ params: { id: 't1' } }));
  await Promise.all([read(), read(), read(), read()]);
  expect(client.isDown()).toBe(false);
  expect(await read()).toBeInstanceOf(TimeoutError);
  expect(client.isDown()).toBe(true);
  expect(upstream.received).toHaveLength(2);
});

test('a success within the row, or an aborted call, keeps the circuit closed', async () => {
  const { client, tool } = await startClientWithoutRetries([
    ...Array(4).fill(unavailable),
    succeed,
    ...Array(4).fill(unavailable),
    () => undefined,
  ]);
  await fail(4, tool);
  await tool();
  await fail(4, tool);
  const caller = new AbortController();
  const aborted = getError(tool(caller.signal));
  caller.abort();
  expect(await aborted).toBeInstanceOf(AbortedError);
  expect(client.isDown()).toBe(false);
});

test('slow endpoints do not open the circuit by calls in a row', async () => {
  const upstream = await startRawUpstream(() => undefined);
  const client = createRestClient({ url: upstream.url, slowTimeout: 10 });
  onTestFinished(() => client.close());
  const body = { displayName: 'Ada', imageUrl: 'https://pictures.example/ada.png' };
  await fail(9, () => client.for({}).createAvatar({ body }));
  expect(client.isCircuitOpen()).toBe(false);
});

/** Starts a client whose upstream fails the calls with these ids. */
async function startClientOfCallers(failing: ReadonlySet<string>) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const upstream = await startRawUpstream((request) => {
    const id = /^GET \/v1\/tools\/(\w+)/.exec(request)?.[1] ?? '';
    return failing.has(id) ? unavailable() : succeed();
  });
  const client = createRestClient({ url: upstream.url, retries: 0, breakerPause: 5000 });
  onTestFinished(() => client.close());
  const call = (subject: string) => client.for({ subject }).tool({ params: { id: subject } });
  return { client, call, received: upstream.received };
}

test('a caller whose calls fail opens the circuit for itself only', async () => {
  const failing = new Set(['hostile']);
  const { client, call } = await startClientOfCallers(failing);
  await fail(20, () => call('hostile'));
  expect(await getError(call('hostile'))).toBeInstanceOf(CircuitOpenError);
  // As far as is known. Nobody else has called.
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([true, true]);
  for (const subject of ['ada', 'bob']) expect(await call(subject)).toMatchObject({ id: 't1' });
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([true, false]);
  // Not even as the probe.
  advanceClock(5000);
  expect(await getError(call('hostile'))).toBeInstanceOf(UpstreamFailedError);
  expect(await call('ada')).toMatchObject({ id: 't1' });
  failing.clear();
  advanceClock(5000);
  expect(await call('hostile')).toMatchObject({ id: 't1' });
  expect(client.isCircuitOpen()).toBe(false);
});

test('failures of several callers open the circuit for all', async () => {
  const callers = ['ada', 'bob', 'cyd', 'dan', 'eve'];
  const { client, call } = await startClientOfCallers(new Set(callers));
  for (const subject of callers) await fail(1, () => call(subject));
  expect(client.isDown()).toBe(true);
  expect(await getError(call('another'))).toBeInstanceOf(CircuitOpenError);
});

test('if further callers fail while the circuit is open for one, it opens for all', async () => {
  const { client, call } = await startClientOfCallers(new Set(['ada', 'bob']));
  await fail(5, () => call('ada'));
  await call('eve');
  expect(client.isDown()).toBe(false);
  await fail(5, () => call('bob'));
  expect(client.isDown()).toBe(true);
  expect(await getError(call('eve'))).toBeInstanceOf(CircuitOpenError);
});

test('a probe that hangs delays the next one by the pause', async () => {
  const { client, tool, received } = await startClientWithoutRetries([
    ...Array(5).fill(unavailable),
    () => undefined,
    succeed,
  ]);
  await fail(5, tool);
  advanceClock(5000);
  const caller = new AbortController();
  const hanging = getError(tool(caller.signal));
  await expect.poll(() => received.length).toBe(6);
  expect(await getError(tool())).toBeInstanceOf(CircuitOpenError);
  advanceClock(5000);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(client.isDown()).toBe(false);
  caller.abort();
  await hanging;
});

test('a call whose retry the circuit rejects fails with the error of its attempt', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { tool, received } = await startClient([unavailable], { breakerPause: 5000 });
  await fail(1, tool);
  const opening = await getError(tool());
  expect(opening).toBeInstanceOf(UpstreamFailedError);
  expect(received).toHaveLength(5);
  advanceClock(5000);
  expect(await getError(tool())).toBeInstanceOf(UpstreamFailedError);
  expect(received).toHaveLength(6);
});

test.each([
  ['500, which may be about the request', '500 Internal Server Error'],
  ['429', '429 Too Many Requests'],
  ['404', '404 Not Found'],
  ['a redirect', '302 Found'],
])('%s does not open the circuit', async (_, status) => {
  const { client, tool, received } = await startClientWithoutRetries([() => answer(status, {})]);
  await fail(20, tool);
  expect(client.isDown()).toBe(false);
  expect(received).toHaveLength(20);
});

test('a failure rate below one half does not open the circuit', async () => {
  const { client, tool } = await startClientWithoutRetries(
    Array.from({ length: 40 }, (_, index) => (index % 3 === 1 ? unavailable : succeed)),
  );
  for (let count = 0; count < 40; count += 1) await tool().catch(() => undefined);
  expect(client.isDown()).toBe(false);
});

test('calls beyond the limit are queued, and calls beyond the queue are rejected', async () => {
  const caller = new AbortController();
  const { client, tool, received } = await startClient(
    [() => undefined, () => undefined, succeed],
    {
      calls: 2,
      waitingCalls: 1,
    },
  );
  const activeCalls = [tool(caller.signal), tool(caller.signal)].map(getError);
  await expect.poll(() => received.length).toBe(2);
  expect(client.isSaturated()).toBe(false);
  const waiting = tool();
  await expect.poll(client.isSaturated).toBe(true);
  expect(await getError(tool())).toBeInstanceOf(OverloadedError);
  expect(received).toHaveLength(2);
  caller.abort();
  await Promise.all(activeCalls);
  expect(await waiting).toMatchObject({ id: 't1' });
});

test('a caller who disconnects in the queue is removed, and its call is never made', async () => {
  const { client, tool, received } = await startClient([() => undefined, succeed], { calls: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const activeCall = getError(tool(first.signal));
  await expect.poll(() => received.length).toBe(1);
  const waiting = getError(tool(second.signal));
  second.abort();
  expect(await waiting).toBeInstanceOf(AbortedError);
  first.abort();
  await activeCall;
  await tool();
  expect(received).toHaveLength(2);
  expect(client.isSaturated()).toBe(false);
});

test('slow calls do not delay other calls', async () => {
  const caller = new AbortController();
  const { client, tool, received } = await startClient([() => undefined, succeed], {
    calls: 1,
    slowCalls: 1,
    waitingSlowCalls: 0,
  });
  const body = { displayName: 'Ada', imageUrl: 'https://pictures.example/ada.png' };
  const create = () => getError(client.for({ signal: caller.signal }).createAvatar({ body }));
  const slow = create();
  await expect.poll(() => received.length).toBe(1);
  expect(await create()).toBeInstanceOf(OverloadedError);
  expect(await tool()).toMatchObject({ id: 't1' });
  caller.abort();
  expect(await slow).toBeInstanceOf(AbortedError);
});

test('a 429 with a short Retry-After is retried', async () => {
  const limited = () => answer('429 Too Many Requests', {}, { 'retry-after': '0' });
  const { tool, received } = await startClient([limited, succeed]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(2);
});

test('a 429 without Retry-After, or with a long one, is not retried', async () => {
  for (const headers of [{}, { 'retry-after': '60' }]) {
    const { tool, received } = await startClient([
      () => answer('429 Too Many', {}, { ...headers }),
    ]);
    expect(await getError(tool())).toMatchObject({ code: 'RATE_LIMITED' });
    expect(received).toHaveLength(1);
  }
});
