import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { getError, succeed, unavailable } from '../support/client.ts';
import { type Reply, startRawUpstream } from '../support/raw-upstream.ts';

/** Moves the clock, which must be a fake one. */
const advanceClock = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

/** Starts a client without retries, whose calls are of a feature and a caller. */
async function startBreaker(reply: Reply, options: Partial<RestOptions> = {}) {
  let received = Promise.withResolvers<void>();
  const upstream = await startRawUpstream((...request) => {
    received.resolve();
    return reply(...request);
  });
  /** Waits for the next request. A poll would move the clock. */
  const receive = () => {
    received = Promise.withResolvers<void>();
    return received.promise;
  };
  const client = createRestClient({
    url: upstream.url,
    retries: 0,
    extensions: EXTENSIONS,
    ...options,
  });
  onTestFinished(() => client.close());
  let calls = 0;
  const call = (
    feature: 'tools' | 'personas' | 'meetings' = 'tools',
    subject?: string,
    signal?: AbortSignal,
  ) => {
    const rest = client.for({ subject, signal });
    // Identical concurrent reads would share one call.
    calls += 1;
    const params = { id: `${subject}-${calls}` };
    if (feature === 'tools') return rest.tool({ params });
    return feature === 'personas' ? rest.persona({ params }) : rest.meetingInvite({ params });
  };
  /** Makes calls that fail, one every `interval` milliseconds. */
  const fail = async (times: number, make: () => Promise<unknown> = call, interval = 300) => {
    for (let count = 0; count < times; count += 1) {
      if (count > 0) advanceClock(interval);
      expect(await getError(make())).toMatchObject({ kind: 'status' });
    }
  };
  return { client, call, fail, receive, received: upstream.received };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('nothing less than five failures over a second opens the circuit', async () => {
  const { call, fail, received } = await startBreaker(unavailable);
  await fail(20, call, 40);
  advanceClock(5_000);
  await fail(4, call, 400);
  advanceClock(100);
  await fail(1);
  expect(received).toHaveLength(25);
  const rejected = await getError(call());
  expect(rejected).toMatchObject({ kind: 'circuit' });
  expect(rejected).toHaveProperty('retryAfterSeconds', 1);
  expect(received).toHaveLength(25);
});

test.each([500, 1_000, 2_000, 4_000])(
  'after the probes of %s ms and before have failed, the next one is due after twice the time, at most ten seconds',
  async (pause) => {
    const { call, fail, received } = await startBreaker(unavailable);
    await fail(5);
    for (let next = 500; next <= pause; next *= 2) {
      advanceClock(next - 1);
      expect(await getError(call())).toMatchObject({ kind: 'circuit' });
      advanceClock(1);
      await fail(1);
    }
    const probes = received.length;
    advanceClock(2 * pause - 1);
    expect(await getError(call())).toMatchObject({ kind: 'circuit' });
    expect(received).toHaveLength(probes);
  },
);

test('the pause grows to ten seconds until a success', async () => {
  let isUp = false;
  const { call, fail } = await startBreaker(() => (isUp ? succeed() : unavailable()));
  await fail(5);
  for (let probe = 0; probe < 8; probe += 1) {
    advanceClock(10_000);
    await fail(1);
  }
  isUp = true;
  advanceClock(10_000);
  await call();
  await Promise.all([call(), call(), call()]);
  isUp = false;
  advanceClock(5_000);
  await fail(5);
  expect(await getError(call())).toMatchObject({ kind: 'circuit' });
  advanceClock(500);
  await fail(1);
});

/** Starts a client with retries, but without a delay before them. */
async function startWithRetries(reply: Reply) {
  const upstream = await startRawUpstream(reply);
  const client = createRestClient({ url: upstream.url, retryDelay: 0 });
  onTestFinished(() => client.close());
  const read = (id: string) => client.for({ usesCache: true }).tool({ params: { id } });
  return { client, read, received: upstream.received };
}

/** Starts a client whose circuit is open, with a probe that hangs. */
async function startWithProbe(hang: Reply = () => undefined) {
  let reply: Reply = unavailable;
  const started = await startBreaker((...args) => reply(...args));
  await started.fail(5);
  reply = hang;
  advanceClock(500);
  const caller = new AbortController();
  const sent = started.receive();
  const probe = getError(started.call('tools', undefined, caller.signal));
  await sent;
  const setReply = (next: Reply) => {
    reply = next;
  };
  return { ...started, probe, abortProbe: () => caller.abort(), setReply };
}

test('while a probe runs, other calls are rejected', async () => {
  const { call, fail, received, probe, abortProbe, setReply } = await startWithProbe();
  advanceClock(999);
  expect(await getError(call())).toMatchObject({ kind: 'circuit' });
  setReply(unavailable);
  advanceClock(1);
  await fail(1);
  expect(received).toHaveLength(7);
  abortProbe();
  await probe;
});

test('after an aborted probe, the circuit stays open', async () => {
  const { call, received, probe, abortProbe, setReply } = await startWithProbe();
  abortProbe();
  expect(await probe).toMatchObject({ kind: 'aborted' });
  setReply(succeed);
  await Promise.allSettled([call(), call()]);
  expect(received).toHaveLength(7);
  await call();
});

test('a probe that hangs past the close of the circuit does not open it again', async () => {
  let failProbe = () => {};
  const { call, probe, setReply } = await startWithProbe((_, socket) => {
    failProbe = () => void socket.write(unavailable());
    return undefined;
  });
  setReply(succeed);
  advanceClock(1_000);
  await call();
  failProbe();
  expect(await probe).toMatchObject({ kind: 'status' });
  await call();
  await call();
});

test('a shared read that fails is one failure', async () => {
  vi.useRealTimers();
  const { read, received } = await startWithRetries(() =>
    received.length === 1 ? unavailable() : succeed(),
  );
  const results = await Promise.all(Array.from({ length: 10 }, () => read('t1')));
  expect(results).toMatchObject(Array(10).fill({ id: 't1' }));
  expect(received).toHaveLength(2);
  for (let n = 0; n < 20; n += 1) await read(`other-${n}`);
  expect(received).toHaveLength(22);
});

test('a few timeouts of slow endpoints do not open the circuit', async () => {
  const { client } = await startBreaker(() => undefined, { slowTimeout: 10 });
  const body = { displayName: 'Ada', imageUrl: 'https://images.example/ada.png' };
  for (let count = 0; count < 9; count += 1) {
    const error = await getError(client.for({}).createAvatar({ body }));
    expect(error).toMatchObject({ kind: 'timeout' });
  }
});

test('a client without a circuit breaker makes every call', async () => {
  const { client, fail, received } = await startBreaker(unavailable, { circuitBreaker: false });
  await fail(20);
  expect(received).toHaveLength(20);
  expect(client.isDown()).toBe(false);
});

test('a call whose retry the circuit rejects fails with the error of its attempt', async () => {
  const { read, received } = await startWithRetries(unavailable);
  await getError(read('t1'));
  advanceClock(1_300);
  expect(await getError(read('t2'))).toMatchObject({ kind: 'status' });
  // Three attempts, then two: the fifth failure has opened the circuit.
  expect(received).toHaveLength(5);
  expect(await getError(read('t3'))).toMatchObject({ kind: 'circuit' });
});
