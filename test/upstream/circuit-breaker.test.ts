import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import {
  AbortedError,
  CircuitOpenError,
  TimeoutError,
  UpstreamFailedError,
} from '../../src/upstream/errors.ts';
import { getError, succeed, unavailable } from '../support/client.ts';
import { formatResponse, type Reply, startRawUpstream } from '../support/raw-upstream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

/** Starts a client without retries, whose calls are of a feature and a caller. */
async function start(reply: Reply, options: Partial<RestOptions> = {}) {
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
      expect(await getError(make())).toBeInstanceOf(UpstreamFailedError);
    }
  };
  return { client, call, fail, receive, received: upstream.received };
}

test('nothing less than five failures over a second opens the circuit', async () => {
  const { client, call, fail, received } = await start(unavailable);
  await fail(20, call, 40);
  expect(client.isDown()).toBe(false);
  advanceClock(5_000);
  await fail(4, call, 400);
  expect(client.isDown()).toBe(false);
  advanceClock(100);
  await fail(1);
  expect(client.isDown()).toBe(true);
  expect(received).toHaveLength(25);
  const rejected = await getError(call());
  expect(rejected).toBeInstanceOf(CircuitOpenError);
  expect(rejected).toHaveProperty('retryAfterSeconds', 1);
  expect(received).toHaveLength(25);
});

test.each([500, 1_000, 2_000, 4_000])(
  'after the probes of %s ms and before have failed, the next one is due after twice the time, at most ten seconds',
  async (pause) => {
    const { call, fail, received } = await start(unavailable);
    await fail(5);
    for (let next = 500; next <= pause; next *= 2) {
      advanceClock(next - 1);
      expect(await getError(call())).toBeInstanceOf(CircuitOpenError);
      advanceClock(1);
      await fail(1);
    }
    const probes = received.length;
    advanceClock(2 * pause - 1);
    expect(await getError(call())).toBeInstanceOf(CircuitOpenError);
    expect(received).toHaveLength(probes);
  },
);

test('the pause grows to ten seconds until a success', async () => {
  let isUp = false;
  const { client, call, fail } = await start(() => (isUp ? succeed() : unavailable()));
  await fail(5);
  for (let probe = 0; probe < 8; probe += 1) {
    advanceClock(10_000);
    await fail(1);
  }
  isUp = true;
  advanceClock(10_000);
  await call();
  await Promise.all([call(), call(), call()]);
  expect(client.isDown()).toBe(false);
  isUp = false;
  advanceClock(5_000);
  await fail(5);
  expect(await getError(call())).toBeInstanceOf(CircuitOpenError);
  advanceClock(500);
  await fail(1);
});

/** Starts a client whose circuit is open, with a probe that hangs. */
async function startWithProbe(hang: Reply = () => undefined) {
  let reply: Reply = unavailable;
  const started = await start((...args) => reply(...args));
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
  const { client, call, fail, received, probe, abortProbe, setReply } = await startWithProbe();
  expect(client.isDown()).toBe(true);
  advanceClock(999);
  expect(await getError(call())).toBeInstanceOf(CircuitOpenError);
  setReply(unavailable);
  advanceClock(1);
  await fail(1);
  expect(received).toHaveLength(7);
  abortProbe();
  await probe;
});

test('after an aborted probe, the circuit stays open', async () => {
  const { client, call, received, probe, abortProbe, setReply } = await startWithProbe();
  abortProbe();
  expect(await probe).toBeInstanceOf(AbortedError);
  setReply(succeed);
  await Promise.allSettled([call(), call()]);
  expect(received).toHaveLength(7);
  expect(client.isCircuitOpen()).toBe(false);
});

test('a probe that hangs past the close of the circuit does not open it again', async () => {
  let failProbe = () => {};
  const { client, call, probe, setReply } = await startWithProbe((_, socket) => {
    failProbe = () => void socket.write(unavailable());
    return undefined;
  });
  setReply(succeed);
  advanceClock(1_000);
  await call();
  failProbe();
  expect(await probe).toBeInstanceOf(UpstreamFailedError);
  await call();
  expect(client.isCircuitOpen()).toBe(false);
});

test('a shared read that fails is one failure', async () => {
  vi.useRealTimers();
  let replies = 0;
  const upstream = await startRawUpstream(() => {
    replies += 1;
    return replies === 1 ? unavailable() : succeed();
  });
  const client = createRestClient({ url: upstream.url, retryDelay: 1 });
  onTestFinished(() => client.close());
  const read = (id: string) => client.for({}).tool({ params: { id } });
  const results = await Promise.all(Array.from({ length: 10 }, () => read('t1')));
  expect(results).toMatchObject(Array(10).fill({ id: 't1' }));
  expect(upstream.received).toHaveLength(2);
  for (let n = 0; n < 20; n += 1) await read(`other-${n}`);
  expect(upstream.received).toHaveLength(22);
});

test('failures before a retry that succeeds do not count', async () => {
  let calls = 0;
  const upstream = await startRawUpstream(() => {
    calls += 1;
    // Two failures and a success each.
    return calls % 3 === 0 ? succeed() : unavailable();
  });
  const client = createRestClient({ url: upstream.url, retryDelay: 0 });
  onTestFinished(() => client.close());
  for (let n = 0; n < 20; n += 1) {
    await client.for({}).tool({ params: { id: `t${n}` } });
    advanceClock(100);
  }
  expect(client.isCircuitOpen()).toBe(false);
});

test('failures more than five seconds apart do not add up', async () => {
  let index = 0;
  const { client, call, fail } = await start(() => {
    index += 1;
    return index > 30 && index % 2 === 1 ? succeed() : unavailable();
  });
  await fail(30, call, 1_300);
  for (let count = 0; count < 60; count += 1) {
    await call().catch(() => undefined);
    advanceClock(100);
  }
  expect(client.isCircuitOpen()).toBe(false);
});

test('three calls without a response open the circuit, however far apart they are', async () => {
  const { client, call, receive } = await start(() => undefined, { timeout: 30 });
  for (let count = 0; count < 3; count += 1) {
    expect(client.isDown()).toBe(false);
    expect(await getError(call())).toBeInstanceOf(TimeoutError);
    advanceClock(60_000);
  }
  // The pause has passed, too.
  expect(client.isDown()).toBe(false);
  const sent = receive();
  const probe = getError(call());
  await sent;
  expect(await getError(call())).toBeInstanceOf(CircuitOpenError);
  await probe;
});

test('calls without a response do not open the circuit while others succeed', async () => {
  const { client, call } = await start(
    (request) => (request.includes('hang') ? undefined : succeed()),
    {
      timeout: 30,
    },
  );
  for (let count = 0; count < 4; count += 1) {
    const hanging = getError(client.for({}).tool({ params: { id: `hang-${count}` } }));
    advanceClock(10);
    await call();
    expect(await hanging).toBeInstanceOf(TimeoutError);
    advanceClock(60_000);
  }
  expect(client.isCircuitOpen()).toBe(false);
});

test('timeouts of slow endpoints do not open the circuit', async () => {
  const { client } = await start(() => undefined, { slowTimeout: 10 });
  const body = { displayName: 'Ada', imageUrl: 'https://images.example/ada.png' };
  for (let count = 0; count < 9; count += 1) {
    await getError(client.for({}).createAvatar({ body }));
  }
  expect(client.isCircuitOpen()).toBe(false);
});

test('aborted calls count as nothing', async () => {
  let reply: Reply = unavailable;
  const { client, call, fail } = await start((...request) => reply(...request));
  await fail(4, call, 250);
  reply = () => undefined;
  advanceClock(250);
  const caller = new AbortController();
  const aborted = getError(call('tools', undefined, caller.signal));
  caller.abort();
  expect(await aborted).toBeInstanceOf(AbortedError);
  expect(client.isDown()).toBe(false);
});

test.each([
  ['500, which may be about the request', '500 Internal Server Error'],
  ['429', '429 Too Many Requests'],
  ['404', '404 Not Found'],
  ['a redirect', '302 Found'],
])('%s does not open the circuit', async (_, status) => {
  const { client, call, received } = await start(() => formatResponse(status, {}));
  for (let count = 0; count < 20; count += 1) {
    await getError(call());
    advanceClock(100);
  }
  expect(client.isCircuitOpen()).toBe(false);
  expect(received).toHaveLength(20);
});

test('hundreds of connections that break at once do not open the circuit', async () => {
  const { client, call } = await start((_, socket) => void socket.resetAndDestroy());
  await Promise.all(Array.from({ length: 300 }, () => getError(call())));
  expect(client.isCircuitOpen()).toBe(false);
});

test('a client without a circuit breaker makes every call', async () => {
  const { client, fail, received } = await start(unavailable, { circuitBreaker: false });
  await fail(20);
  expect(received).toHaveLength(20);
  expect([client.isDown(), client.isCircuitOpen()]).toStrictEqual([false, false]);
});

test('a call whose retry the circuit rejects fails with the error of its attempt', async () => {
  const upstream = await startRawUpstream(unavailable);
  const client = createRestClient({ url: upstream.url, retryDelay: 0 });
  onTestFinished(() => client.close());
  const tool = (id: string) => getError(client.for({}).tool({ params: { id } }));
  await tool('t1');
  advanceClock(1_300);
  expect(await tool('t2')).toBeInstanceOf(UpstreamFailedError);
  // Three attempts, then two: the fifth failure has opened the circuit.
  expect(upstream.received).toHaveLength(5);
  expect(await tool('t3')).toBeInstanceOf(CircuitOpenError);
});

/** Starts a client whose upstream fails the calls of these callers, or to these features. */
async function startWithFailing(failing: Set<string>) {
  return await start((request) => {
    const [, feature = '', subject = ''] = /^GET \/v1\/([\w/]+)\/(\w+)-/.exec(request) ?? [];
    return failing.has(feature) || failing.has(subject) ? unavailable() : succeed();
  });
}

test('a caller whose calls fail is rejected alone', async () => {
  const failing = new Set(['hostile']);
  const { client, call, fail, received } = await startWithFailing(failing);
  await call('tools', 'ada');
  await fail(5, () => call('tools', 'hostile'));
  expect(await getError(call('tools', 'hostile'))).toBeInstanceOf(CircuitOpenError);
  for (const subject of ['ada', 'bob']) await call('tools', subject);
  await fail(1, () => call('personas', 'hostile'));
  expect(await getError(call('meetings', 'hostile'))).toBeInstanceOf(CircuitOpenError);
  for (const subject of ['ada', 'bob']) await call('meetings', subject);
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([false, false]);
  const calls = received.length;
  failing.clear();
  advanceClock(500);
  await call('tools', 'hostile');
  await call('personas', 'hostile');
  expect(received).toHaveLength(calls + 2);
});

test('a caller who is alone does not delay the first calls of others', async () => {
  const { client, call, fail } = await startWithFailing(new Set(['hostile']));
  await fail(5, () => call('tools', 'hostile'));
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([true, true]);
  await Promise.all([call('tools', 'ada'), call('tools', 'bob')]);
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([false, false]);
  expect(await getError(call('tools', 'hostile'))).toBeInstanceOf(CircuitOpenError);
});

test('if the calls of another caller fail, too, the circuit opens for all', async () => {
  const { client, call, fail } = await startWithFailing(new Set(['tools']));
  await fail(5, () => call('tools', 'ada'));
  await fail(1, () => call('tools', 'bob'));
  expect(await getError(call('tools', 'cyd'))).toBeInstanceOf(CircuitOpenError);
  expect(client.isDown()).toBe(true);
});

test('a feature that fails for all callers is rejected alone', async () => {
  const { client, call, fail } = await startWithFailing(new Set(['meetings/invites']));
  await call('personas', 'ada');
  for (const subject of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    await fail(1, () => call('meetings', subject));
    advanceClock(300);
  }
  expect(await getError(call('meetings', 'fay'))).toBeInstanceOf(CircuitOpenError);
  for (const subject of ['ada', 'fay']) {
    await call('personas', subject);
    await call('tools', subject);
  }
  expect([client.isCircuitOpen(), client.isDown()]).toStrictEqual([true, false]);
});

test('ten failures of two callers in two features open the circuit of all calls', async () => {
  const { call, fail } = await startWithFailing(new Set(['tools', 'personas']));
  for (let turn = 0; turn < 5; turn += 1) {
    await fail(1, () => call('tools', turn % 2 ? 'ada' : 'bob'));
    await fail(1, () => call('personas', turn % 2 ? 'bob' : 'ada'), 0);
    advanceClock(300);
  }
  expect(await getError(call('meetings', 'cyd'))).toBeInstanceOf(CircuitOpenError);
});

const EXPLANATION = 'Meeting invites are not enabled for this organization';

test('the reason of the upstream reaches only its caller, also while the circuit is open', async () => {
  const { client, call, fail } = await start((request) =>
    request.includes('meetings')
      ? formatResponse('503 Service Unavailable', { error: EXPLANATION })
      : succeed(),
  );
  expect(await getError(call('meetings', 'ada'))).toHaveProperty('message', EXPLANATION);
  await fail(5, () => call('meetings', 'ada'));
  const rejected = await getError(call('meetings', 'ada'));
  expect(rejected).toBeInstanceOf(CircuitOpenError);
  expect(rejected).toHaveProperty('message', expect.stringContaining(`${EXPLANATION}.`));
  await fail(1, () => call('meetings', 'bob'));
  const other = await getError(call('meetings', 'cyd'));
  expect(other).toBeInstanceOf(CircuitOpenError);
  expect(other).toHaveProperty('message', expect.not.stringContaining(EXPLANATION));
  expect(client.isDown()).toBe(false);
  await call('personas', 'ada');
});
