import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { mockClock } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';
import { type Kind, startCatalogUpstream } from './catalog-upstream.ts';

/** The API in front of a catalog, with and without a cache of a minute. */
async function startCatalog(responseCacheSeconds = 60) {
  const upstream = await startCatalogUpstream();
  const client = { extensions: EXTENSIONS };
  const cached = await start({ upstream, responseCacheSeconds, client });
  const direct = await start({ upstream, client });
  /** Runs a document whose response is not cached, because none has its name. */
  let asked = 0;
  const ask = async (selection: string, headers: Record<string, string> = {}) => {
    asked += 1;
    const before = upstream.calls.length;
    const { data, errors } = await cached.run(`query Q${asked} ${selection}`, {}, headers);
    return { data, errors, calls: upstream.calls.slice(before) };
  };
  return { upstream, cached, direct, ask };
}

const NAME: Readonly<Record<Kind, string>> = {
  personas: 'updatePersona(id: "ID", input: { name: "NAME" }) { persona { id } }',
  avatars: 'updateAvatar(id: "ID", input: { displayName: "NAME" }) { avatar { id } }',
  voices: 'updateVoice(id: "ID", input: { displayName: "NAME" }) { voice { id } }',
  tools: 'updateTool(id: "ID", input: { name: "NAME" }) { tool { id } }',
  llms: 'updateLlm(id: "ID", input: { displayName: "NAME" }) { llm { id } }',
};

const tagOf = (body: string) => ({ etag: `"${hash('sha256', body, 'hex')}"` });

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

test.each(['personas', 'avatars', 'tools', 'voices', 'llms'] as const)(
  'after a change of %s, everything is read again',
  async (kind) => {
    const { ask, cached } = await startCatalog();
    expect((await ask(PERSONAS)).calls).toHaveLength(4);
    await cached.run(rename(kind, '1', 'new_name'));
    const { data, calls } = await ask(PERSONAS);
    expect(calls).toHaveLength(4);
    expect(JSON.stringify(data)).toContain('new_name');
  },
);

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
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      async (steps, hasTags) => {
        const { upstream, cached, direct, ask } = await startCatalog();
        if (hasTags) upstream.setHeaders(tagOf);
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
      },
    ),
    { numRuns: RUNS },
  );
});

test('a read that a write overtakes is not cached', async () => {
  const { upstream, cached, ask } = await startCatalog();
  upstream.setBeforeResponse(() => cached.run(rename('tools', '1', 'renamed')));
  expect((await ask(TOOL)).data.tool.name).toBe('tools 1');
  expect((await ask(TOOL)).data.tool.name).toBe('renamed');
});

test('what changes elsewhere is shown as soon as the time of the setting has passed, whatever the upstream allows and was made of it since', async () => {
  const { upstream, ask, cached } = await startCatalog();
  upstream.setHeaders(() => ({ 'cache-control': 'max-age=99999999' }));
  const passTime = mockClock();
  const query = '{ avatar(id: "1") { displayName } }';
  await ask(query);
  upstream.delete('avatars', '1');
  passTime(50);
  // The response is made of a read that is 50 seconds old.
  expect((await cached.run(query)).data.avatar).not.toBeNull();
  passTime(11);
  await expect.poll(async () => (await cached.run(query)).data.avatar).toBeNull();
});

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
  'with %s from the upstream, the same query and another cost as many calls as allowed',
  async (_, headers, calls) => {
    const { upstream, ask, cached } = await startCatalog();
    upstream.setHeaders(() => ({ ...headers }) as Record<string, string>);
    await ask(TOOL);
    expect((await ask(TOOL)).calls).toHaveLength(calls);
    await cached.run(TOOL);
    const before = upstream.calls.length;
    await cached.run(TOOL);
    expect(upstream.calls).toHaveLength(before + calls);
    // Nothing was confirmed: it was read again.
    expect(upstream.statuses).not.toContain(304);
  },
);

test('an upstream with entity tags confirms what has not changed, also after a write', async () => {
  const { upstream, ask, cached } = await startCatalog();
  upstream.setHeaders(tagOf);
  const query = '{ tool(id: "1") { name } persona(id: "1") { name } }';
  const first = await ask(query);
  await cached.run(rename('tools', '2', 'other_name'));
  expect((await ask(query)).data).toStrictEqual(first.data);
  expect(upstream.statuses.filter((status) => status === 304)).toHaveLength(2);
  await cached.run(rename('tools', '1', 'own_name'));
  expect((await ask(query)).data.tool.name).toBe('own_name');
});

test('a response is confirmed for half an hour at most, because it may have signed URLs', async () => {
  const { upstream, ask } = await startCatalog(3600);
  const passTime = mockClock();
  upstream.setHeaders((body) => ({ ...tagOf(body), 'cache-control': 'max-age=3600' }));
  const query = '{ avatar(id: "1") { displayName } }';
  await ask(query);
  passTime(1790);
  expect((await ask(query)).calls).toHaveLength(0);
  passTime(11);
  await expect.poll(async () => (await ask(query)).calls.length).toBe(1);
  expect(upstream.statuses).toStrictEqual([200, 200]);
});

test('what is made of a cached response is kept no longer than half an hour after it was read', async () => {
  const { upstream, ask, cached } = await startCatalog(3600);
  const passTime = mockClock();
  await ask('{ avatar(id: "1") { displayName } }');
  passTime(1000);
  const query = 'query Later { avatar(id: "1") { displayName } }';
  await cached.run(query);
  passTime(790);
  await cached.run(query);
  expect(upstream.calls).toHaveLength(1);
  passTime(11);
  await cached.run(query);
  expect(upstream.calls).toHaveLength(2);
});

test.each([
  ['of 64 KB', `"${'x'.repeat(64 * 1024)}"`],
  ['without quotes', 'abc'],
  ['with a quote inside', '"a"b"'],
  ['that is empty', ''],
])('an entity tag %s is never sent back', async (_, etag) => {
  const sent: unknown[] = [];
  const upstream = await startUpstream((request, response) => {
    sent.push(request.headers['if-none-match']);
    sendJson(response, 200, { id: 't1' }, { etag, 'cache-control': 'max-age=0' });
  });
  const client = { maxResponseBytes: 1024 * 1024 };
  const { run } = await start({ upstream, responseCacheSeconds: 60, client });
  for (const name of ['A', 'B']) await run(`query ${name} { tool(id: "t1") { id } }`);
  expect(sent.filter((tag) => tag !== undefined)).toStrictEqual([]);
});

test('a 304 that nobody asked for is an invalid response', async () => {
  const upstream = await startUpstream((_, response) => void response.writeHead(304).end());
  const { run } = await start({ upstream, responseCacheSeconds: 60 });
  const { errors } = await run('{ tool(id: "t1") { id } }');
  expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_INVALID_RESPONSE');
});

test('without the setting, no response is kept and no entity tag is sent back', async () => {
  const { upstream, direct } = await startCatalog();
  upstream.setHeaders((body) => ({ ...tagOf(body), 'cache-control': 'max-age=60' }));
  for (const name of ['A', 'B', 'B']) await direct.run(`query ${name} ${TOOL}`);
  expect(upstream.statuses).toStrictEqual([200, 200, 200]);
});

test('what a person said is never kept, even with an entity tag', async () => {
  const upstream = await startUpstreamWithResponse(
    200,
    { id: 's1', sessionId: 's1', messages: [] },
    { etag: '"1"' },
  );
  const { run } = await start({ upstream, responseCacheSeconds: 60, extensions: 'all' });
  for (const name of ['A', 'B'])
    await run(`query ${name} { session(id: "s1") { transcript { messageCount } } }`);
  expect(upstream.calls.filter((call) => call.endsWith('/transcript'))).toHaveLength(2);
});
