import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { findSample, readSamples } from '../support/exposition.ts';
import { ONE_REQUEST, runProgram } from '../support/program.ts';
import { freePort, tempFolder } from '../support/resources.ts';
import { startLoad } from './load.ts';
import { startTwoWorkers } from './two-workers.ts';

/** The workers of all tests. With port 0, new workers would listen on another port after the death of all old ones. */
const program = await startTwoWorkers({
  PORT: String(await freePort()),
  UPSTREAM_CACHE_SECONDS: '60',
});

/** Gets a page over a connection of its own, which goes to the next worker. */
const fetchNext = async (path: string, url = program.url) =>
  (await fetch(`${url}${path}`, { headers: ONE_REQUEST })).text();

const isAlive = (pid = Number.NaN) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const listServing = () => program.pids().filter(isAlive);

/** Sends requests until two workers have responded, and returns their process ids. */
const waitForWorkers = async () => {
  const countResponding = async () => {
    await program.run('{ llms { totalCount } }');
    return listServing().length;
  };
  await expect.poll(countResponding).toBe(2);
  return listServing();
};

/** Returns how often a worker was replaced. */
const countRestarts = async () => {
  const samples = readSamples(await fetchNext('/metrics'));
  expect(findSample(samples, 'avatar_graphql_info')).toBe(2);
  return findSample(samples, 'avatar_graphql_worker_restarts_total') ?? 0;
};

/** Lists the ids of a program's workers, including those that do not serve yet. */
const listChildren = (pid: number | undefined) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child] : []));

test('without Redis, two workers serve one address with one store, common metrics and no cache, as the start says', async () => {
  await waitForWorkers();
  const countOperations = async () => {
    const samples = readSamples(await fetchNext('/metrics'));
    expect(findSample(samples, 'avatar_graphql_info')).toBe(2);
    return findSample(samples, 'avatar_graphql_operations_total', { type: 'query' }) ?? 0;
  };
  const before = await countOperations();
  for (const name of ['Ada', 'Bob', 'Cy']) {
    await program.run(`mutation { createPersona(input: { name: "${name}" }) { persona { id } } }`);
    for (const _ of [1, 2, 3, 4]) {
      const { data } = await program.run('{ personas(first: 1) { nodes { name } } }');
      expect(data.personas.nodes).toStrictEqual([{ name }]);
    }
  }
  await expect.poll(countOperations).toBe(before + 12);
  const { stdout } = program.output();
  expect(stdout.match(/^avatar-graphql /gm)).toHaveLength(1);
  expect(stdout).toContain('no cache (REDIS_URL is not set)');
});

test('a killed worker is replaced, and SIGHUP reloads all, without a failed request', async () => {
  const before = await countRestarts();
  const [killed = 0, other] = await waitForWorkers();
  process.kill(killed, 'SIGKILL');
  const death = { level: 'error', worker: killed, msg: 'a worker died' };
  // Node.js drops connections that the primary passes to a worker before it learns that the worker died.
  await expect.poll(program.logged).toContainEqual(expect.objectContaining(death));
  const loads = (['GET', 'POST'] as const).map((method) => startLoad(program.url, method));
  const serving = await waitForWorkers();
  expect(serving).toContain(other);
  expect(await countRestarts()).toBe(before + 1);
  const more = () => Promise.all(loads.map((load) => load.more(20)));
  await more();
  program.child.kill('SIGHUP');
  const countReloads = () =>
    program.logged().filter(({ msg }) => msg === 'settings, policy and keys were read again')
      .length;
  await expect.poll(countReloads).toBe(2);
  await more();
  for (const load of loads) expect(await load.stop()).toStrictEqual([]);
  expect(serving.filter(isAlive)).toStrictEqual(serving);
});

test('in production, workers require Redis', async () => {
  const settings = { NODE_ENV: 'production', DATA_DIR: '/dev/null/x' };
  expect(await runCommand(['--workers', '2'], settings)).toStrictEqual({
    code: 1,
    stdout: '',
    stderr:
      'In production, --workers requires REDIS_URL, because workers share rate limits and the counters of a policy in Redis.\n',
  });
});

test('SIGHUP before all workers serve does not end the program, and they end with it', async () => {
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: await tempFolder() };
  const { child, printed } = runProgram(['service', '--workers', '2'], settings);
  const firstServes = () => fetchNext('/health', `http://127.0.0.1:${port}`).then(() => true);
  await expect.poll(() => firstServes().catch(() => false)).toBe(true);
  child.kill('SIGHUP');
  await printed(/Workers +2/);
  const workers = listChildren(child.pid);
  // Three if SIGHUP arrived late.
  expect(workers.length).toBeGreaterThanOrEqual(2);
  child.kill('SIGKILL');
  await expect.poll(() => workers.some(isAlive)).toBe(false);
});

test('workers that cannot start report the reason', async () => {
  const run = runProgram(['--workers', '2'], { DATA_DIR: '/dev/null/x' });
  expect(await run.ended()).toBe(1);
  expect(run.output().stdout).toBe('');
  expect(run.output().stderr).toMatch(
    /^(The store in DATA_DIR, \/dev\/null\/x\/\S+, cannot be opened: .*\.\n){1,2}$/,
  );
});
