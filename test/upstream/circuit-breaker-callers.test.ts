import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { getError, succeed, unavailable } from '../support/client.ts';
import { formatResponse } from '../support/raw-upstream.ts';
import { advanceClock, startBreaker } from './breaker-client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a client whose upstream fails the calls of these callers, or to these features. */
async function startWithFailing(failing: Set<string>) {
  return await startBreaker((request) => {
    const [, feature = '', subject = ''] = /^GET \/v1\/([\w/]+)\/(\w+)-/.exec(request) ?? [];
    return failing.has(feature) || failing.has(subject) ? unavailable() : succeed();
  });
}

test('a caller whose calls fail is rejected alone', async () => {
  const failing = new Set(['hostile']);
  const { client, call, fail, received } = await startWithFailing(failing);
  await call('tools', 'ada');
  await fail(5, () => call('tools', 'hostile'));
  expect(await getError(call('tools', 'hostile'))).toMatchObject({ kind: 'circuit' });
  for (const subject of ['ada', 'bob']) await call('tools', subject);
  await fail(1, () => call('personas', 'hostile'));
  expect(await getError(call('meetings', 'hostile'))).toMatchObject({ kind: 'circuit' });
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
  expect(await getError(call('tools', 'hostile'))).toMatchObject({ kind: 'circuit' });
});

test('if the calls of another caller fail, too, the circuit opens for all', async () => {
  const { client, call, fail } = await startWithFailing(new Set(['tools']));
  await fail(5, () => call('tools', 'ada'));
  await fail(1, () => call('tools', 'bob'));
  expect(await getError(call('tools', 'cyd'))).toMatchObject({ kind: 'circuit' });
  expect(client.isDown()).toBe(true);
});

test('a feature that fails for all callers is rejected alone', async () => {
  const { client, call, fail } = await startWithFailing(new Set(['meetings/invites']));
  await call('personas', 'ada');
  for (const subject of ['ada', 'bob', 'cyd', 'dan', 'eve']) {
    await fail(1, () => call('meetings', subject));
    advanceClock(300);
  }
  expect(await getError(call('meetings', 'fay'))).toMatchObject({ kind: 'circuit' });
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
  expect(await getError(call('meetings', 'cyd'))).toMatchObject({ kind: 'circuit' });
});

const EXPLANATION = 'Meeting invites are not enabled for this organization';

test('the reason of the upstream reaches only its caller, also while the circuit is open', async () => {
  const { client, call, fail } = await startBreaker((request) =>
    request.includes('meetings')
      ? formatResponse('503 Service Unavailable', { error: EXPLANATION })
      : succeed(),
  );
  expect(await getError(call('meetings', 'ada'))).toHaveProperty('message', EXPLANATION);
  await fail(5, () => call('meetings', 'ada'));
  const rejected = await getError(call('meetings', 'ada'));
  expect(rejected).toMatchObject({ kind: 'circuit' });
  expect(rejected).toHaveProperty('message', expect.stringContaining(`${EXPLANATION}.`));
  await fail(1, () => call('meetings', 'bob'));
  const other = await getError(call('meetings', 'cyd'));
  expect(other).toMatchObject({ kind: 'circuit' });
  expect(other).toHaveProperty('message', expect.not.stringContaining(EXPLANATION));
  expect(client.isDown()).toBe(false);
  await call('personas', 'ada');
});
