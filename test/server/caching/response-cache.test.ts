import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../../src/contract/api.ts';
import { RUNS, TIME } from '../../support/arbitraries.ts';
import {
  DELAYS,
  expectConsistentResponses,
  RENAME,
  STEP,
  startCountingUpstream,
  TOOL,
} from '../../support/counting-upstream.ts';
import { ANSWER } from '../../support/openapi.ts';
import { OPERATIONS } from '../../support/operations.ts';
import { mockClock } from '../../support/resources.ts';
import { start } from '../../support/start.ts';
import {
  sendJson,
  startUpstream,
  startUpstreamWithResponse,
  type Upstream,
} from '../../support/upstream.ts';
import { startHeldUpstream } from './held-upstream.ts';

const createHeaders = (key: string) => ({ authorization: `Bearer ${key}` });

/** Returns a function that asks, and then counts the calls. The cache reads the clock once in a millisecond. */
const countCalls = (upstream: Upstream, ask: () => Promise<unknown>) => async () => {
  await ask();
  return upstream.calls.length;
};

test('responses are not cached by default', async () => {
  const upstream = await startHeldUpstream({ 'cache-control': 'max-age=60' });
  upstream.release();
  const { run } = await start({ upstream: { url: upstream.url, key: 'own' } });
  await run(TOOL);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});

test.each([
  [{}, 1],
  [{ 'cache-control': 'private, max-age=60' }, 1],
  [{ 'cache-control': 'max-age=60', age: '60' }, 2],
  [{ 'cache-control': 'max-age=0' }, 2],
  [{ 'cache-control': 'no-store' }, 2],
  [{ 'cache-control': 'private, no-cache' }, 2],
])('a response is cached for as long as the upstream allows: %j', async (headers, calls) => {
  const upstream = await startHeldUpstream(headers);
  upstream.release();
  const { run } = await start({
    upstream: { url: upstream.url, key: 'own' },
    responseCacheSeconds: 60,
  });
  const [first, second] = [await run(TOOL), await run(TOOL)];
  expect(second.data).toStrictEqual(first.data);
  expect(upstream.calls).toHaveLength(calls);
});

test.each([
  '{ knowledgeDocument(id: "r") { status } }',
  '{ knowledgeGroup(id: "r") { documents { status } } }',
  '{ knowledgeGroup(id: "r") { search(query: "x") { content } } }',
  '{ sessions { items { endedAt } } }',
  '{ sessionConcurrency { active } }',
  '{ sessionStatistics { from } }',
  '{ meetingInvite(id: "r") { status } }',
  '{ meetingInvites { items { status } } }',
  '{ shareLink(id: "r") { usageCount } }',
  '{ shareLinks { items { usageCount } } }',
  '{ persona(id: "p") { id } meetingInvite(id: "r") { status } }',
])(
  'what changes by itself is cached for a second at most: %s',
  { tags: ['slow'] },
  async (query) => {
    const upstream = await startUpstreamWithResponse(200, ANSWER);
    const options = { responseCacheSeconds: 60, client: { extensions: EXTENSIONS } };
    const { run } = await start({ upstream: { url: upstream.url, key: 'own' }, ...options });
    const passTime = mockClock();
    expect((await run(query)).errors).toBeUndefined();
    const calls = upstream.calls.length;
    passTime(0.5);
    await run(query);
    expect(upstream.calls).toHaveLength(calls);
    passTime(0.6);
    await expect.poll(countCalls(upstream, () => run(query))).toBe(2 * calls);
  },
);

test.each(['meetingInvite(id: "r") { status }', 'knowledgeDocument(id: "r") { status }'])(
  'what does not exist yet is cached for a second at most: %s',
  async (field) => {
    const upstream = await startUpstreamWithResponse(404, { error: 'Not found' });
    const options = { responseCacheSeconds: 60, client: { extensions: EXTENSIONS } };
    const { run } = await start({ upstream: { url: upstream.url, key: 'own' }, ...options });
    const passTime = mockClock();
    expect((await run(`{ ${field} }`)).errors).toBeUndefined();
    passTime(1.1);
    await expect.poll(countCalls(upstream, () => run(`{ ${field} }`))).toBe(2);
  },
);

test('other data is cached for RESPONSE_CACHE_SECONDS', async () => {
  const upstream = await startUpstreamWithResponse(200, { id: 't1', name: 'lookup' });
  const { run } = await start({
    upstream: { url: upstream.url, key: 'own' },
    responseCacheSeconds: 60,
  });
  const passTime = mockClock();
  await run(TOOL);
  passTime(59);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(1);
  passTime(2);
  await expect.poll(countCalls(upstream, () => run(TOOL))).toBe(2);
});

test.each([
  [{ responseCacheSeconds: 60 }, ['miss', 'hit']],
  [{ responseCacheSeconds: 60, responseCacheHeader: false }, [null, null]],
  [{}, [null, null]],
])('with %j, the header x-response-cache of two requests is %j', async (options, statuses) => {
  const upstream = await startHeldUpstream();
  upstream.release();
  const { run } = await start({ upstream: { url: upstream.url, key: 'own' }, ...options });
  const responses = [await run(TOOL), await run(TOOL)];
  expect(responses.map(({ headers }) => headers.get('x-response-cache'))).toStrictEqual(statuses);
});

test('the response to a mutation has no x-response-cache header', async () => {
  const upstream = await startHeldUpstream();
  upstream.release();
  const { run } = await start({
    upstream: { url: upstream.url, key: 'own' },
    responseCacheSeconds: 60,
  });
  expect((await run(RENAME)).headers.get('x-response-cache')).toBeNull();
});

test('a response with errors is not cached', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 403, {}));
  const { run } = await start({
    upstream: { url: upstream.url, key: 'own' },
    responseCacheSeconds: 60,
  });
  await run(TOOL);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});

test('a mutation removes the cached responses of its own credential only', async () => {
  const upstream = await startHeldUpstream();
  upstream.release();
  const { run } = await start({ upstream, responseCacheSeconds: 60 });
  for (const key of ['one', 'two']) await run(TOOL, {}, createHeaders(key));
  await run(RENAME, {}, createHeaders('one'));
  for (const key of ['one', 'two']) await run(TOOL, {}, createHeaders(key));
  const reads = upstream.calls.filter((call) => call.startsWith('GET'));
  expect(reads).toHaveLength(3);
});

test.each([0, 60])(
  'no response reaches another credential, and none is older than an own mutation (cached for %i seconds)',
  { tags: ['slow'], timeout: TIME * 3 },
  async (responseCacheSeconds) => {
    const steps = fc.array(fc.record(STEP), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, DELAYS, async (steps, delays) => {
        const upstream = await startCountingUpstream();
        upstream.delay(delays);
        const facade = await start({ upstream, responseCacheSeconds });
        await expectConsistentResponses(steps, (_, document, key) =>
          facade.run(document, {}, createHeaders(key)),
        );
      }),
      { numRuns: RUNS },
    );
  },
);

const CHANGES = OPERATIONS.filter(
  ({ name, isRepeatable }) => !isRepeatable && !name.endsWith('SessionToken'),
);

test.each(CHANGES.map((operation) => [operation.name, operation] as const))(
  '%s removes cached responses',
  async (name, operation) => {
    const upstream = await startUpstreamWithResponse(200, { ...ANSWER, skipGreeting: false });
    const { run, runNamed } = await start({
      upstream,
      responseCacheSeconds: 30,
      extensions: 'all',
    });
    const query = '{ personas { items { id } } }';
    const reads = () =>
      upstream.calls.filter((call) => call.startsWith('GET /v1/personas?')).length;
    await run(query);
    await run(query);
    expect(reads()).toBe(1);
    expect((await runNamed(name, operation)).errors).toBeUndefined();
    const before = reads();
    await run(query);
    expect(reads()).toBe(before + 1);
  },
);
