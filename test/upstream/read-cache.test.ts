import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLocalVersions } from '../../src/upstream/read-cache.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { mockClock } from '../support/resources.ts';
import { start } from '../support/start.ts';

/** The API with a cache of a minute, before an upstream whose tools have the names that writes give them. */
async function startCatalog() {
  const names: Record<string, string> = {};
  const gone = new Set<string>();
  const next: {
    /** Of responses to reads. */
    headers: Record<string, string>;
    /** Called before the next response to a read, which has the name from before. */
    beforeResponse?: (() => unknown) | undefined;
    /** Called when a write has arrived, before it changes a name. */
    beforeWrite?: () => unknown;
  } = { headers: {} };
  const upstream = await fakeService(async (request, response) => {
    const { method, url = '' } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    if (method === 'PUT') {
      await next.beforeWrite?.();
      names[url] = JSON.parse(body).name;
    }
    const record = { id: url.split('/').at(-1), name: names[url] ?? 'old' };
    if (method === 'GET') {
      const act = next.beforeResponse;
      next.beforeResponse = undefined;
      await act?.();
    }
    sendJson(response, gone.has(url) ? 404 : 200, record, method === 'GET' ? next.headers : {});
  });
  const cached = await start({ upstream, extensions: 'all', client: { cacheSeconds: 60 } });
  /** Runs a document and returns the calls that it caused. */
  const ask = async (document: string, headers: Record<string, string> = {}) => {
    const before = upstream.calls.length;
    const { data, errors } = await cached.run(document, {}, headers);
    return { data, errors, calls: upstream.calls.slice(before) };
  };
  return { upstream, cached, ask, next, remove: (path: string) => gone.add(path) };
}

/** Starts the API with a cache of a minute, in front of an upstream with one response. */
async function startCached(status = 200, body: object = ANSWER) {
  const upstream = await fakeService(reply(status, body));
  return start({ upstream, extensions: 'all', client: { cacheSeconds: 60 } });
}

const TOOL = '{ tool(id: "1") { name } }';
const RENAME = 'mutation { updateTool(id: "1", input: { name: "renamed" }) { tool { name } } }';

test('a record that one query has read costs another query no call, for the same credential only', async () => {
  const { ask } = await startCatalog();
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  expect((await ask('{ avatar(id: "1") { displayName } }', as('one'))).calls).toHaveLength(1);
  expect((await ask('{ avatar(id: "1") { id displayName } }', as('one'))).calls).toHaveLength(0);
  expect((await ask('{ avatar(id: "1") { id } }', as('two'))).calls).toHaveLength(1);
});

test('a session that is stopped makes nothing be read again', async () => {
  const { ask, cached } = await startCatalog();
  await ask(TOOL);
  await cached.run('mutation { stopSession(id: "s1") { session { id } } }');
  expect((await ask(TOOL)).calls).toHaveLength(0);
});

test('a read that a write overtakes is not cached', async () => {
  const { next, cached, ask } = await startCatalog();
  next.beforeResponse = () => cached.run(RENAME);
  expect((await ask(TOOL)).data.tool.name).toBe('old');
  expect((await ask(TOOL)).data.tool.name).toBe('renamed');
});

test('a read during a write is not cached', async () => {
  const { next, cached, ask } = await startCatalog();
  next.beforeWrite = () => ask(TOOL);
  await cached.run(RENAME);
  expect((await ask(TOOL)).data.tool.name).toBe('renamed');
});

test('what changes elsewhere is shown as soon as the time of the setting has passed, whatever the upstream allows', async () => {
  const { next, remove, ask } = await startCatalog();
  next.headers = { 'cache-control': 'max-age=99999999' };
  const passTime = mockClock();
  await ask(TOOL);
  remove('/v1/tools/1');
  passTime(59);
  expect((await ask(TOOL)).data.tool).not.toBeNull();
  passTime(2);
  expect((await ask(TOOL)).data.tool).toBeNull();
});

test.each([
  ['{ knowledgeDocument(id: "r") { status } }', 1],
  ['{ knowledgeGroup(id: "r") { documents { nodes { status } } } }', 1],
  ['{ shareLink(id: "r") { usageCount } }', 1],
  ['{ shareLinks { nodes { usageCount } } }', 1],
  ['{ knowledgeGroup(id: "r") { search(query: "x") { content } } }', 0],
  ['{ sessions { nodes { endedAt } } }', 0],
  ['{ sessionConcurrency { activeCount } }', 0],
  ['{ sessionStatistics { from } }', 0],
  ['{ session(id: "r") { transcript { messageCount } } }', 0],
  ['{ meetingInvite(id: "r") { status } }', 0],
  ['{ meetingInvites { nodes { status } } }', 0],
])('what changes by itself is cached for a second at most: %s', async (query, seconds) => {
  const { run, upstream } = await startCached();
  const passTime = mockClock();
  expect((await run(query)).errors).toBeUndefined();
  const calls = upstream.calls.length;
  passTime(0.5);
  await run(query);
  expect(upstream.calls.length === calls).toBe(seconds > 0);
  const before = upstream.calls.length;
  passTime(0.6);
  await run(query);
  expect(upstream.calls.length).toBeGreaterThan(before);
});

test.each([
  [403, 'tool(id: "r") { name }'],
  [404, 'tool(id: "r") { name }'],
  [404, 'knowledgeDocument(id: "r") { status }'],
])('a read that fails with %i is made again: %s', async (status, field) => {
  const { run, upstream } = await startCached(status, { error: 'No' });
  for (const _ of [1, 2]) await run(`{ ${field} }`);
  expect(upstream.calls).toHaveLength(2);
});

/** Calls of the API; the next one waits for each that `waits`. */
const STEPS = fc.array(
  fc.record({
    key: fc.constantFrom('one', 'two', 'three'),
    document: fc.constantFrom(TOOL, TOOL, TOOL, `query B ${TOOL}`, RENAME),
    waits: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25 },
);

/** Delays of responses, in turns of the event loop. */
const DELAYS = fc.array(fc.oneof(fc.nat(5), fc.nat(100)), { minLength: 1, maxLength: 10 });

/** Starts an upstream whose tool has, for each key, the number of its writes as the name, which is read before the delay. */
async function startDelayedUpstream(delays: readonly number[]) {
  const versions = new Map<string, number>();
  const upstream = await fakeService((request, response) => {
    const key = request.headers.authorization ?? '';
    if (request.method === 'PUT') versions.set(key, (versions.get(key) ?? 0) + 1);
    const name = `${key} ${versions.get(key) ?? 0}`;
    request.resume();
    const wait = (turns: number) => {
      if (turns > 0) setImmediate(wait, turns - 1);
      else sendJson(response, 200, { id: 't1', name });
    };
    wait(delays[upstream.calls.length % delays.length] ?? 0);
  });
  return upstream;
}

test.each([0, 60])(
  'no read reaches another credential, and none is older than an own write (cached for %i seconds)',
  { tags: ['slow'], timeout: TIME * 3 },
  async (cacheSeconds) => {
    await fc.assert(
      fc.asyncProperty(STEPS, DELAYS, async (steps, delays) => {
        const upstream = await startDelayedUpstream(delays);
        const { run } = await start({ upstream, client: { cacheSeconds } });
        const acknowledged = new Map<string, number>();
        const call = async ({ key, document }: (typeof steps)[number]) => {
          const isWrite = document === RENAME;
          const oldest = (acknowledged.get(key) ?? 0) + (isWrite ? 1 : 0);
          const { data } = await run(document, {}, { authorization: `Bearer ${key}` });
          const { name } = data.tool ?? data.updateTool.tool;
          const version = Number(name.split(' ').at(-1));
          expect(name).toBe(`Bearer ${key} ${version}`);
          expect(version).toBeGreaterThanOrEqual(oldest);
          if (isWrite) acknowledged.set(key, Math.max(version, acknowledged.get(key) ?? 0));
        };
        const running: Promise<void>[] = [];
        for (const step of steps) {
          const done = call(step);
          running.push(done);
          if (step.waits) await done;
        }
        await Promise.all(running);
      }),
      { numRuns: RUNS },
    );
  },
);

const CHANGES = OPERATIONS.filter(
  // Sessions and meetings change no record of the catalog.
  ({ name, isRepeatable }) => !isRepeatable && !/SessionToken$|Meeting|StopSession/.test(name),
);

const changed = await startCached(200, { ...ANSWER, skipGreeting: false });

test.each(CHANGES)('after $name, reads are made again', async (operation) => {
  const read = async () => {
    const before = changed.upstream.calls.length;
    await changed.run('{ personas { nodes { id } } }');
    return changed.upstream.calls.length - before;
  };
  await read();
  expect(await read()).toBe(0);
  expect((await changed.runNamed(operation.name, operation)).errors).toBeUndefined();
  expect(await read()).toBe(1);
});

test('a mutation reads what it needs, and never from the cache', async () => {
  const { upstream, ask, cached, remove } = await startCatalog();
  await ask('{ persona(id: "1") { name } }');
  remove('/v1/personas/1');
  const { errors } = await cached.run(
    'mutation { createSessionToken(input: { personaConfig: { personaId: "1" }, verify: true }) { token { type } } }',
  );
  expect(errors).toHaveLength(1);
  expect(upstream.calls).toStrictEqual(['GET /v1/personas/1', 'GET /v1/personas/1']);
});

test.each([
  ['nothing', {}, 0],
  ['private', { 'cache-control': 'private, max-age=60' }, 0],
  ['a huge max-age', { 'cache-control': `max-age=${'9'.repeat(400)}` }, 0],
  ['max-age=0', { 'cache-control': 'max-age=0' }, 1],
  ['an age', { 'cache-control': 'max-age=60', age: '60' }, 1],
  ['no-store', { 'cache-control': 'no-store', etag: '"1"' }, 1],
  ['no-cache', { 'cache-control': 'private, no-cache' }, 1],
])(
  'with %s from the upstream, the same query again costs as many calls as allowed',
  async (_, headers, calls) => {
    const { next, ask } = await startCatalog();
    Object.assign(next.headers, headers);
    await ask(TOOL);
    expect((await ask(TOOL)).calls).toHaveLength(calls);
  },
);

test('a 304 that nobody asked for is an invalid response', async () => {
  const { run } = await start({
    upstream: (_, response) => void response.writeHead(304).end(),
    client: { cacheSeconds: 60 },
  });
  const { errors } = await run('{ tool(id: "t1") { id } }');
  expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_INVALID_RESPONSE');
});

test('without the setting, nothing is cached', async () => {
  const upstream = await fakeService((_, response) =>
    sendJson(response, 200, { id: '1' }, { 'cache-control': 'max-age=60' }),
  );
  const { run } = await start({ upstream });
  for (const _ of [1, 2]) await run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});

test('a version never repeats, and one that was forgotten is a new one', () => {
  const versions = createLocalVersions(2);
  const first = versions.get('a');
  expect(versions.get('a')).toBe(first);
  const seen = new Set([first]);
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    versions.change(name);
    const version = versions.get(name);
    expect(seen).not.toContain(version);
    seen.add(version);
  }
  expect(seen).not.toContain(versions.get('c'));
});
