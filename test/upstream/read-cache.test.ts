import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS, TIME } from '../support/arbitraries.ts';
import {
  DELAYS,
  expectConsistentResponses,
  STEP,
  startCountingUpstream,
} from '../support/counting-upstream.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { mockClock } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { type Kind, startCatalogUpstream } from './catalog-upstream.ts';

/** The API in front of a catalog, with and without a cache of a minute. */
async function startCatalog(cacheSeconds = 60) {
  const upstream = await startCatalogUpstream();
  const cached = await start({ upstream, extensions: 'all', client: { cacheSeconds } });
  const direct = await start({ upstream, extensions: 'all' });
  /** Runs a document and returns the calls that it caused. */
  const ask = async (document: string, headers: Record<string, string> = {}) => {
    const before = upstream.calls.length;
    const { data, errors } = await cached.run(document, {}, headers);
    return { data, errors, calls: upstream.calls.slice(before) };
  };
  return { upstream, cached, direct, ask };
}

/** Starts the API with a cache of a minute, in front of an upstream with one response. */
async function startCached(status = 200, body: object = ANSWER) {
  const upstream = await fakeService(reply(status, body));
  return start({ upstream, extensions: 'all', client: { cacheSeconds: 60 } });
}

const NAME: Readonly<Record<Kind, string>> = {
  personas: 'updatePersona(id: "ID", input: { name: "NAME" }) { persona { id } }',
  avatars: 'updateAvatar(id: "ID", input: { displayName: "NAME" }) { avatar { id } }',
  voices: 'updateVoice(id: "ID", input: { displayName: "NAME" }) { voice { id } }',
  tools: 'updateTool(id: "ID", input: { name: "NAME" }) { tool { id } }',
  llms: 'updateLlm(id: "ID", input: { displayName: "NAME" }) { llm { id } }',
};

const rename = (kind: Kind, id: string, name: string) =>
  `mutation { ${NAME[kind].replace('ID', id).replace('NAME', name)} }`;

const TOOL = '{ tool(id: "1") { name } }';
const PERSONAS = `{ personasByIds(ids: ["1", "2", "3"]) { name avatar { displayName } voice { displayName } llm { displayName } tools { name } } }`;

test('a record that one query has read costs another query no call, for the same credential only', async () => {
  const { ask } = await startCatalog();
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  expect((await ask('{ avatar(id: "1") { displayName } }', as('one'))).calls).toHaveLength(1);
  expect((await ask('{ avatar(id: "1") { id displayName } }', as('one'))).calls).toHaveLength(0);
  expect((await ask('{ avatar(id: "1") { id } }', as('two'))).calls).toHaveLength(1);
});

test('a session that is stopped makes nothing be read again', async () => {
  const { ask, cached } = await startCatalog();
  await ask(PERSONAS);
  await cached.run('mutation { stopSession(id: "s1") { session { id } } }');
  expect((await ask(PERSONAS)).calls).toHaveLength(0);
});

const READS = [
  PERSONAS,
  '{ persona(id: "1") { name avatar { displayName } tools { name } } }',
  '{ personas { nodes { id name avatar { displayName } } } }',
  '{ avatars { nodes { id displayName } } avatar(id: "2") { displayName } }',
  '{ voice(id: "1") { displayName } tool(id: "1") { name } }',
  '{ tools { nodes { name } } llms { nodes { displayName } } llm(id: "1") { displayName } }',
];

const WRITES = [
  ...Object.entries(NAME).flatMap(([, text]) =>
    ['1', '2'].map((id) => `mutation { ${text.replace('ID', id)} }`),
  ),
  'mutation { createTool(input: { type: CLIENT, name: "NAME", description: "x" }) { tool { id } } }',
  'mutation { deleteTool(id: "1") { deletedId } }',
  'mutation { deleteAvatar(id: "1") { deletedId } }',
];

test('whatever was read and written, and what raced, a query shows what the upstream has', {
  tags: ['slow'],
  timeout: TIME * 3,
}, async () => {
  const step = fc.record({
    reads: fc.array(fc.constantFrom(...READS), { minLength: 1, maxLength: 3 }),
    writes: fc.array(fc.constantFrom(...WRITES), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const { cached, direct, ask } = await startCatalog();
      let names = 0;
      for (const { reads, writes } of steps) {
        // All at once: reads join, overtake and outlive writes.
        await Promise.all([
          ...reads.map((read) => ask(read)),
          ...writes.map((write) => {
            names += 1;
            return cached.run(write.replace('NAME', `name_${names}`));
          }),
          ...reads.map((read) => ask(read)),
        ]);
        for (const read of reads) {
          const { data } = await ask(read);
          expect(data).toStrictEqual((await direct.run(read)).data);
          expect((await cached.run(read)).data).toStrictEqual(data);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('a read that a write overtakes is not cached', async () => {
  const { upstream, cached, ask } = await startCatalog();
  upstream.setBeforeResponse(() => cached.run(rename('tools', '1', 'renamed')));
  expect((await ask(TOOL)).data.tool.name).toBe('tools 1');
  expect((await ask(TOOL)).data.tool.name).toBe('renamed');
});

test('what changes elsewhere is shown as soon as the time of the setting has passed, whatever the upstream allows', async () => {
  const { upstream, ask } = await startCatalog();
  upstream.setHeaders(() => ({ 'cache-control': 'max-age=99999999' }));
  const passTime = mockClock();
  const query = '{ avatar(id: "1") { displayName } }';
  await ask(query);
  upstream.delete('avatars', '1');
  passTime(59);
  expect((await ask(query)).data.avatar).not.toBeNull();
  passTime(2);
  expect((await ask(query)).data.avatar).toBeNull();
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

test.each([0, 60])(
  'no read reaches another credential, and none is older than an own write (cached for %i seconds)',
  { tags: ['slow'], timeout: TIME * 3 },
  async (cacheSeconds) => {
    const steps = fc.array(fc.record(STEP), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, DELAYS, async (steps, delays) => {
        const upstream = await startCountingUpstream();
        upstream.delay(delays);
        const facade = await start({ upstream, client: { cacheSeconds } });
        await expectConsistentResponses(steps, (_, document, key) =>
          facade.run(document, {}, { authorization: `Bearer ${key}` }),
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
  'after %s, reads are made again',
  async (name, operation) => {
    const { run, runNamed, upstream } = await startCached(200, { ...ANSWER, skipGreeting: false });
    const read = async () => {
      const before = upstream.calls.length;
      await run('{ personas { nodes { id } } }');
      return upstream.calls.length - before;
    };
    expect([await read(), await read()]).toStrictEqual([1, 0]);
    expect((await runNamed(name, operation)).errors).toBeUndefined();
    expect(await read()).toBe(1);
  },
);

test('a mutation reads what it needs, and never from the cache', async () => {
  const { upstream, ask, cached } = await startCatalog();
  await ask('{ persona(id: "1") { name } }');
  upstream.delete('personas', '1');
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
    const { upstream, ask } = await startCatalog();
    upstream.setHeaders(() => ({ ...headers }) as Record<string, string>);
    await ask(TOOL);
    expect((await ask(TOOL)).calls).toHaveLength(calls);
  },
);

test('a 304 that nobody asked for is an invalid response', async () => {
  const upstream = await fakeService((_, response) => void response.writeHead(304).end());
  const { run } = await start({ upstream, client: { cacheSeconds: 60 } });
  const { errors } = await run('{ tool(id: "t1") { id } }');
  expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_INVALID_RESPONSE');
});

test('without the setting, nothing is cached', async () => {
  const { upstream, direct } = await startCatalog();
  upstream.setHeaders(() => ({ 'cache-control': 'max-age=60' }));
  for (const _ of [1, 2]) await direct.run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});
