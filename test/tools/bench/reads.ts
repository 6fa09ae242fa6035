import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { makeCallers } from './callers.ts';
import { MEASURED_CORE, OTHER_CORE, serve } from './processes.ts';
import { PERSONA_ID } from './records.ts';
import { median, table } from './report.ts';
import { governed, takeCalls, UPSTREAM_ASIDE, upstream } from './targets.ts';

// Says what cached reads are worth: npm run bench -- reads --users 1000 --latency 100
// Users with JWTs of one role, each with sessions of its own, ask five queries for the catalog, with UPSTREAM_CACHE_SECONDS
// and without, alone and beside a mutation a second. Every answer that was asked for after a mutation has to show it.

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '200' },
    latency: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '8' },
    warming: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '2' },
    cache: { type: 'string', default: '30' },
  },
});
const connections = Number(values.connections);

/** Id of the avatar that the first persona has. */
const AVATAR_ID = PERSONA_ID.replace('8100', '8200').replace(/1$/, '0');

const QUERIES = [
  `{ persona(id: "${PERSONA_ID}") { name description } personas(first: 20) { nodes { id name description avatar { displayName imageUrl } } } avatar(id: "${AVATAR_ID}") { displayName } }`,
  '{ avatars(first: 20) { totalCount nodes { id displayName imageUrl } } }',
  '{ voices(first: 20) { totalCount nodes { id displayName sampleUrl } } }',
  '{ tools(first: 20) { totalCount nodes { id name description type } } }',
  '{ llms(first: 20) { totalCount nodes { id displayName } } }',
];

/** Changes each of which the next answers to a query have to show: the query, and the mutation of a name. */
const CHANGES: readonly (readonly [query: number, write: (name: string) => string])[] = [
  [
    0,
    (name) => `updatePersona(id: "${PERSONA_ID}", input: { name: "${name}" }) { persona { id } }`,
  ],
  [
    1,
    (name) =>
      `updateAvatar(id: "${AVATAR_ID}", input: { displayName: "${name}" }) { avatar { id } }`,
  ],
];

const keySetUrl = `${UPSTREAM_ASIDE}/keys`;
const callers = await makeCallers('jwts', Number(values.users), keySetUrl);
const agent = new Agent({ connections: connections + 1, pipelining: 1 });

async function ask(query: string, user: number): Promise<string> {
  const { statusCode, body } = await agent.request({
    origin: `http://127.0.0.1:${governed.port}`,
    path: governed.path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: callers.authorizations[user % callers.authorizations.length] ?? '',
    },
    body: JSON.stringify({ query }),
  });
  const text = await body.text();
  if (statusCode === 200 && !text.includes('"errors":')) return text;
  throw new Error(`${statusCode} ${text.slice(0, 300)}`);
}

interface Counts {
  answers: number;
  stale: number;
  mutations: number;
}

/** Sends the queries in turn for some seconds, with a mutation each second if `isChanging`. */
async function load(seconds: number, isChanging: boolean): Promise<Counts> {
  const counts = { answers: 0, stale: 0, mutations: 0 };
  /** The names that were sent, by query, and how many of them mutations have returned. */
  const names = QUERIES.map((): string[] => []);
  const returned = QUERIES.map(() => 0);
  const until = performance.now() + 1000 * seconds;
  let turn = 0;
  const read = async () => {
    while (performance.now() < until) {
      turn += 1;
      const query = turn % QUERIES.length;
      const user = Math.floor(turn / QUERIES.length);
      const known = returned[query] ?? 0;
      const text = await ask(QUERIES[query] ?? '', user);
      counts.answers += 1;
      // It has the last name that was known when it was asked for, or a later one.
      const isNew = names[query]?.slice(known - 1).some((name) => text.includes(name));
      if (known > 0 && !isNew) counts.stale += 1;
    }
  };
  const change = async () => {
    while (isChanging && performance.now() < until) {
      const [query = 0, write] = CHANGES[counts.mutations % CHANGES.length] ?? [];
      counts.mutations += 1;
      const name = `name_${performance.now().toFixed(0)}_end`;
      names[query]?.push(name);
      await ask(`mutation { ${write?.(name)} }`, 0);
      returned[query] = names[query]?.length ?? 0;
      await delay(1000);
    }
  };
  await Promise.all([...Array.from({ length: connections }, read), change()]);
  return counts;
}

interface Row extends Counts {
  readonly cache: string;
  readonly isChanging: boolean;
  readonly calls: number;
  readonly micros: number;
}

/** Measures the API with a cache of some seconds, without mutations and beside them. */
async function measure(cache: string): Promise<Row[]> {
  const rows: Row[] = [];
  await using running = new AsyncDisposableStack();
  const source = upstream(Number(values.latency), callers.keySet);
  const behind = await serve(source, OTHER_CORE);
  running.defer(() => behind.stop());
  const settings = {
    ...callers.settings,
    AUTH_JWKS_URL: keySetUrl,
    UPSTREAM_CACHE_SECONDS: cache,
    UPSTREAM_EXTENSIONS: 'all',
  };
  const program = governed.program({ upstreamUrl: source.url, settings });
  const api = await serve(program, MEASURED_CORE);
  running.defer(() => api.stop());
  await load(Number(values.warming), false);
  for (const isChanging of [false, true]) {
    await takeCalls();
    const before = api.cpuSeconds();
    const counts = await load(Number(values.seconds), isChanging);
    const micros = ((api.cpuSeconds() - before) * 1e6) / counts.answers;
    const calls = await takeCalls();
    rows.push({ ...counts, cache, isChanging, calls, micros });
  }
  return rows;
}

const rows: Row[] = [];
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const cache of ['0', values.cache]) rows.push(...(await measure(cache)));
await agent.close();

const report = [false, true].flatMap((isChanging) =>
  ['0', values.cache].map((cache) => {
    const of = (wanted: string, read: (row: Row) => number) =>
      median(rows.filter((row) => row.cache === wanted && row.isChanging === isChanging).map(read));
    return [
      cache === '0' ? 'none' : `${cache} s`,
      isChanging ? 'one a second' : 'none',
      (of(cache, ({ answers }) => answers) / Number(values.seconds)).toFixed(0),
      of(cache, ({ micros }) => micros).toFixed(0),
      (of(cache, ({ calls }) => calls) / Number(values.seconds)).toFixed(1),
      String(rows.reduce((sum, row) => sum + (row.cache === cache ? row.stale : 0), 0)),
    ];
  }),
);
process.stdout.write(
  `${table(['cache', 'mutations', 'answers/s', 'cpu us', 'calls/s', 'stale'], report)}\n`,
);
if (rows.some(({ stale }) => stale > 0)) process.exitCode = 1;
