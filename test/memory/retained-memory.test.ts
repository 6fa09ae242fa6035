import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { startMeasured, startProgram } from '../support/program.ts';

const responseWatcher = new URL('watch-responses.js', import.meta.url).href;

const MEGABYTE = 1024 * 1024;

const repeat = (count: number, text: string) => Array(count).fill(text).join(' ');

/** Requests that any client may send, each with a different text of the same length. */
const REQUESTS: [
  kind: string,
  count: number,
  create: (n: string) => object,
  /** Maximum memory that all of them together may retain. */
  megabytes?: number,
][] = [
  [
    'variables with long names that no operation declares',
    12,
    (n) => ({ query: '{ llms { totalCount } }', variables: { [n.padEnd(900_000, 'x')]: n } }),
  ],
  [
    'long variables that no operation declares',
    40,
    (n) => ({ query: '{ llms { totalCount } }', variables: { x: n.padEnd(250_000, 'x') } }),
  ],
  [
    'invalid documents',
    15,
    (n) => ({ query: `{ tool(id: "${n}", unknown: [${repeat(1_900, '1')}]) { id } }` }),
  ],
  [
    'valid documents with many fields',
    80,
    (n) => ({ query: `query Q${n} { ${repeat(480, '... { __typename }')} }` }),
    45,
  ],
  ['small queries', 40, (n) => ({ query: `{ tool(id: "${n}") { id } }` })],
];

/** Starts the program and resolves with functions that send it a body and read what it retains. */
async function startMeasuredProgram() {
  const { url, measure } = await startMeasured({
    UPSTREAM_CACHE_SECONDS: '60',
    RATE_LIMIT: '0',
    COUNT_ABORT_SIGNALS: '',
  });
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    await (await fetch(`${url}/graphql`, init)).arrayBuffer();
  };
  return { send, measure };
}

test('the memory retained after large requests is bounded, and an operation retains no abort signal', async () => {
  const { send, measure } = await startMeasuredProgram();
  const sendFrom = async (start: number, end: number, create: (n: string) => object) => {
    for (let n = start; n < end; n += 1) await send(create(String(n).padStart(6, '0')));
  };
  for (const [, , create] of REQUESTS) await sendFrom(0, 5, create);
  let before = await measure();
  for (const [kind, count, create, megabytes = 8] of REQUESTS) {
    await sendFrom(5, 5 + count, create);
    const after = await measure();
    expect(after.heap - before.heap, kind).toBeLessThan(megabytes * MEGABYTE);
    expect(after.signals, kind).toBeLessThan(before.signals + count / 2);
    before = after;
  }
}, 240_000);

const ITEM = { id: 'p1', name: 'Ada', avatar: { id: 'a1', displayName: 'Ada' } };
const PAGE = { data: [ITEM], meta: { total: 1, lastPage: 1, currentPage: 1, perPage: 10 } };

/** Documents that differ for each `n`, so that reads are not shared. */
const createDocuments = [
  (n: number) => `{ tool(id: "t${n}") { name } }`,
  (n: number) => `{ personas(search: "n${n}") { nodes { name avatar { displayName } } } }`,
  () =>
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" } }) { token { sessionToken } } }',
];

/** Concurrent requests: as many as the watcher allows between two garbage collections. */
const CONCURRENCY = 10;
const WAVES = 12;

// Objects that survive minor garbage collections are copied twice, and cause full ones.
test('the objects of an operation are freed by a minor garbage collection while others are active', async ({
  skip,
}) => {
  const upstream = await fakeService(({ method, url = '' }, response) => {
    if (method === 'POST') sendJson(response, 200, { sessionToken: 'x' });
    else sendJson(response, 200, url.includes('personas?') ? PAGE : ITEM);
  });
  const { run, child, printed } = await startProgram({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'key',
    NODE_OPTIONS: `--expose-gc --import ${responseWatcher}`,
  });
  const load = async () => {
    for (let wave = 0; wave < WAVES; wave += 1) {
      const responses = Array.from({ length: CONCURRENCY }, (_, index) => {
        const n = wave * CONCURRENCY + index;
        return run(createDocuments[n % createDocuments.length]?.(n) ?? '');
      });
      for (const { errors } of await Promise.all(responses)) expect(errors).toBeUndefined();
    }
  };
  await load();
  child.kill('SIGUSR2');
  await printed(/WATCHING/);
  await load();
  child.kill('SIGUSR2');
  const [, held, all] = await printed(/HELD (\w+) of (\d+)/);
  if (held === 'unknown')
    skip('This version of Node.js clears a WeakRef only in a full garbage collection.');
  expect(Number(all)).toBe(CONCURRENCY * WAVES);
  expect(Number(held)).toBeLessThan(CONCURRENCY * 2);
}, 180_000);
