import fc from 'fast-check';
import { expect, test } from 'vitest';
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
import { type StartOptions, start } from '../../support/start.ts';
import { startUpstreamWithResponse, type Upstream } from '../../support/upstream.ts';

/** Starts the API with a cache of a minute, in front of an upstream with one response. */
async function startCached(
  status = 200,
  body: object = { id: 't1', name: 'lookup' },
  options: StartOptions = {},
) {
  const upstream = await startUpstreamWithResponse(status, body);
  return start({ upstream, responseCacheSeconds: 60, extensions: 'all', ...options });
}

const createHeaders = (key: string) => ({ authorization: `Bearer ${key}` });

/** Returns a function that asks, and then counts the calls. The cache reads the clock once in a millisecond. */
const countCalls = (upstream: Upstream, ask: () => Promise<unknown>) => async () => {
  await ask();
  return upstream.calls.length;
};

test.each([
  '{ knowledgeDocument(id: "r") { status } }',
  '{ knowledgeGroup(id: "r") { documents { nodes { status } } } }',
  '{ knowledgeGroup(id: "r") { search(query: "x") { content } } }',
  '{ sessions { nodes { endedAt } } }',
  '{ sessionConcurrency { activeCount } }',
  '{ sessionStatistics { from } }',
  '{ meetingInvite(id: "r") { status } }',
  '{ meetingInvites { nodes { status } } }',
  '{ shareLink(id: "r") { usageCount } }',
  '{ shareLinks { nodes { usageCount } } }',
  '{ persona(id: "p") { id } meetingInvite(id: "r") { status } }',
])(
  'what changes by itself is cached for a second at most: %s',
  { tags: ['slow'] },
  async (query) => {
    const { run, upstream } = await startCached(200, ANSWER);
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
    const { run, upstream } = await startCached(404, { error: 'Not found' });
    const passTime = mockClock();
    expect((await run(`{ ${field} }`)).errors).toBeUndefined();
    passTime(1.1);
    await expect.poll(countCalls(upstream, () => run(`{ ${field} }`))).toBe(2);
  },
);

test('other data is cached for RESPONSE_CACHE_SECONDS', async () => {
  const { run, upstream } = await startCached();
  const passTime = mockClock();
  await run(TOOL);
  passTime(59);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(1);
  passTime(2);
  await expect.poll(countCalls(upstream, () => run(TOOL))).toBe(2);
});

test.each([
  [{}, ['miss', 'hit']],
  [{ responseCacheHeader: false }, [null, null]],
  [{ responseCacheSeconds: 0 }, [null, null]],
])(
  'with %j, the header x-response-cache of two queries is %j, and a mutation has none',
  async (options, statuses) => {
    const { run } = await startCached(200, { id: 't1' }, options);
    const responses = [await run(TOOL), await run(TOOL), await run(RENAME)];
    const found = responses.map(({ headers }) => headers.get('x-response-cache'));
    expect(found).toStrictEqual([...statuses, null]);
  },
);

test('a response with errors is not cached', async () => {
  const { run, upstream } = await startCached(403, {});
  await run(TOOL);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});

test('a mutation removes the cached responses of its own credential only', async () => {
  const { run, upstream } = await startCached();
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
  // Sessions and meetings change no record of the catalog.
  ({ name, isRepeatable }) => !isRepeatable && !/SessionToken$|Meeting|StopSession/.test(name),
);

test.each(CHANGES.map((operation) => [operation.name, operation] as const))(
  '%s removes cached responses',
  async (name, operation) => {
    const { run, runNamed, upstream } = await startCached(200, { ...ANSWER, skipGreeting: false });
    const query = '{ personas { nodes { id } } }';
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
