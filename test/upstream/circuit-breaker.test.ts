import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import {
  AbortedError,
  CircuitOpenError,
  TimeoutError,
  UpstreamFailedError,
} from '../../src/upstream/errors.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';
import {
  getError,
  startClientWithReplies,
  succeed,
  unavailable,
} from '../support/upstream-replies.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a client with a fake clock and without retries. The circuit opens after five consecutive failures. */
async function startClientWithoutRetries(replies: readonly (() => string | undefined)[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  return startClientWithReplies(replies, { retries: 0, breakerPause: 5000 });
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
  const rejected = await getError(tool());
  expect(rejected).toBeInstanceOf(CircuitOpenError);
  expect(rejected).toHaveProperty('retryAfterSeconds', 5);
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

test('the pause after a failed probe starts when it fails', async () => {
  const { tool } = await startClientWithoutRetries([
    ...Array(5).fill(unavailable),
    () => {
      advanceClock(3000);
      return unavailable();
    },
  ]);
  await fail(5, tool);
  advanceClock(5000);
  expect(await getError(tool())).toBeInstanceOf(UpstreamFailedError);
  advanceClock(4999);
  expect(await getError(tool())).toBeInstanceOf(CircuitOpenError);
});

test('connections that break at the same moment are one failure, and later ones are further failures', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const upstream = await startRawUpstream((_, socket) => void socket.destroy());
  const client = createRestClient({ url: upstream.url, retries: 0 });
  onTestFinished(() => client.close());
  const call = () => client.for({}).tool({ params: { id: 't1' } });
  await fail(3, call);
  for (let count = 0; count < 3; count += 1) {
    advanceClock(249);
    await fail(1, call);
  }
  for (let count = 0; count < 3; count += 1) {
    expect(client.isDown()).toBe(false);
    advanceClock(250);
    await fail(1, call);
  }
  expect(client.isDown()).toBe(false);
  advanceClock(6000);
  await fail(1, call);
  expect(client.isDown()).toBe(true);
});

test('five consecutive timeouts open the circuit, however far apart they are', async () => {
  const { client, tool } = await startClientWithReplies([() => undefined], {
    timeout: 20,
    breakerWindow: 5,
  });
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

test('after four consecutive failures, a success or an aborted call keeps the circuit closed', async () => {
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

test('consecutive timeouts of slow endpoints do not open the circuit', async () => {
  const upstream = await startRawUpstream(() => undefined);
  const client = createRestClient({ url: upstream.url, slowTimeout: 10 });
  onTestFinished(() => client.close());
  const body = { displayName: 'Ada', imageUrl: 'https://images.example/ada.png' };
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
  // The upstream counts as down until another caller succeeds.
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([true, true]);
  for (const subject of ['ada', 'bob']) expect(await call(subject)).toMatchObject({ id: 't1' });
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([true, false]);
  // Nor does its failed probe affect the others.
  advanceClock(5000);
  expect(await getError(call('hostile'))).toBeInstanceOf(UpstreamFailedError);
  expect(await call('ada')).toMatchObject({ id: 't1' });
  failing.clear();
  advanceClock(5000);
  expect(await call('hostile')).toMatchObject({ id: 't1' });
  expect(client.isCircuitOpen()).toBe(false);
});

test('calls that fail after they opened the circuit for their caller do not open it for all', async () => {
  const failing = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const { client, call } = await startClientOfCallers(new Set(failing));
  const attempts = failing.map((id) => client.for({ subject: 'hostile' }).tool({ params: { id } }));
  for (const error of await Promise.all(attempts.map(getError)))
    expect(error).toBeInstanceOf(UpstreamFailedError);
  expect(client.isCircuitOpen()).toBe(true);
  expect(await call('ada')).toMatchObject({ id: 't1' });
});

test('failures of several callers open the circuit for all', async () => {
  const callers = ['ada', 'bob', 'cyd', 'dan', 'eve'];
  const { client, call } = await startClientOfCallers(new Set(callers));
  for (const subject of callers) await fail(1, () => call(subject));
  expect(client.isDown()).toBe(true);
  expect(await getError(call('another'))).toBeInstanceOf(CircuitOpenError);
});

test('earlier failures of one caller do not make it the cause of later ones', async () => {
  const failing = new Set(['hostile']);
  const { client, call } = await startClientOfCallers(failing);
  for (let turn = 0; turn < 2; turn += 1) {
    await fail(4, () => call('hostile'));
    await call('eve');
    // Longer than the failure rate is sampled.
    advanceClock(6000);
  }
  for (const subject of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    failing.add(subject);
    await fail(1, () => call(subject));
  }
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

test('a single failure of a further caller does not open the circuit for all', async () => {
  const { call } = await startClientOfCallers(new Set(['ada', 'bob']));
  await fail(5, () => call('ada'));
  await fail(1, () => call('bob'));
  expect(await call('eve')).toMatchObject({ id: 't1' });
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
  const { tool, received } = await startClientWithReplies([unavailable], { breakerPause: 5000 });
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
  const { client, tool, received } = await startClientWithoutRetries([
    () => formatResponse(status, {}),
  ]);
  await fail(20, tool);
  expect(client.isDown()).toBe(false);
  expect(received).toHaveLength(20);
});

test('a failure rate above one half opens the circuit, but not before ten calls in five seconds', async () => {
  const { client, tool, received } = await startClientWithoutRetries(
    Array.from({ length: 40 }, (_, index) => (index % 3 === 1 ? succeed : unavailable)),
  );
  for (let count = 0; count < 9; count += 1) await tool().catch(() => undefined);
  expect(client.isDown()).toBe(false);
  for (let count = 9; count < 40; count += 1) await tool().catch(() => undefined);
  expect(client.isDown()).toBe(true);
  expect(received.length).toBeLessThan(20);
});

test('failures before a pause of five seconds do not count towards the failure rate', async () => {
  const { client, tool } = await startClientWithoutRetries(
    Array.from({ length: 40 }, (_, index) => (index % 5 === 4 ? succeed : unavailable)),
  );
  for (let turn = 0; turn < 8; turn += 1) {
    await fail(4, tool);
    await tool();
    advanceClock(5000);
  }
  expect(client.isDown()).toBe(false);
});

test('a failure rate below one half does not open the circuit', async () => {
  const { client, tool } = await startClientWithoutRetries(
    Array.from({ length: 40 }, (_, index) => (index % 3 === 1 ? unavailable : succeed)),
  );
  for (let count = 0; count < 40; count += 1) await tool().catch(() => undefined);
  expect(client.isDown()).toBe(false);
});
