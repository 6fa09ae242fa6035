import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findSample, readSamples } from '../support/exposition.ts';
import { startLoad } from '../support/load.ts';
import { ONE_REQUEST, runProgram } from '../support/program.ts';
import { freePort, tempFolder } from '../support/resources.ts';
import { startTwoWorkers } from './two-workers.ts';

/** The workers of all tests. With port 0, new workers would listen on another port after the death of all old ones. */
const program = await startTwoWorkers({ PORT: String(await freePort()) });

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

/** Returns the numbers of restarts by reason. */
const countRestarts = async () => {
  const samples = readSamples(await fetchNext('/metrics'));
  const count = (reason: string) =>
    findSample(samples, 'avatar_graphql_worker_restarts_total', { reason }) ?? 0;
  expect(findSample(samples, 'avatar_graphql_workers')).toBe(2);
  return { died: count('died'), failed: count('failed'), rolled: count('rolled') };
};

/** Returns a function that counts the restarts since now. */
async function startCounting() {
  const before = await countRestarts();
  return async () => {
    const now = await countRestarts();
    return [now.died - before.died, now.failed - before.failed, now.rolled - before.rolled];
  };
}

/** Lists the ids of a program's workers, including those that do not serve yet. */
const listChildren = (pid: number | undefined) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child] : []));

const countProcesses = () => listChildren(program.child.pid).length;

test('two workers serve one address with one store and common metrics', async () => {
  await waitForWorkers();
  const countOperations = async () => {
    const samples = readSamples(await fetchNext('/metrics'));
    expect(findSample(samples, 'avatar_graphql_info')).toBe(2);
    return findSample(samples, 'avatar_graphql_operations_total', { type: 'query' }) ?? 0;
  };
  const before = await countOperations();
  const { data } = await program.run(
    'mutation { createPersona(input: { name: "Shared" }) { persona { id } } }',
  );
  for (const _ of [1, 2, 3, 4]) {
    const found = await program.run('{ personas(first: 1) { nodes { id } } }');
    expect(found.data.personas.nodes).toStrictEqual([{ id: data.createPersona.persona.id }]);
  }
  await expect.poll(countOperations).toBe(before + 4);
  expect(program.output().stdout.match(/^avatar-graphql /gm)).toHaveLength(1);
});

test('a killed worker is replaced, and SIGHUP replaces all, without a failed request', async () => {
  const count = await startCounting();
  const [killed = 0, other] = await waitForWorkers();
  process.kill(killed, 'SIGKILL');
  const death = { level: 'error', worker: killed, msg: 'a worker died' };
  // Node.js drops connections that the primary passes to a worker before it learns that the worker died.
  await expect.poll(program.logged).toContainEqual(expect.objectContaining(death));
  const loads = (['GET', 'POST'] as const).map((method) =>
    startLoad(program.url, { method, clients: 4 }),
  );
  const serving = await waitForWorkers();
  expect(serving).toContain(other);
  expect(await count()).toStrictEqual([1, 0, 0]);
  const more = () => Promise.all(loads.map((load) => load.more(50)));
  await more();
  const rolls = program.countRolls();
  program.child.kill('SIGHUP');
  await expect.poll(program.countRolls).toBe(rolls + 1);
  await more();
  expect(await count()).toStrictEqual([1, 0, 2]);
  for (const load of loads) {
    const { answered, failures } = await load.stop();
    expect(failures).toStrictEqual([]);
    expect(answered).toBeGreaterThan(100);
  }
  expect(serving.filter(isAlive)).toStrictEqual([]);
});

test('workers that die while SIGHUP replaces them are replaced once', async () => {
  const count = await startCounting();
  const old = await waitForWorkers();
  const rolls = program.countRolls();
  program.child.kill('SIGHUP');
  await expect.poll(countProcesses).toBe(3);
  for (const pid of old) process.kill(pid, 'SIGKILL');
  await expect.poll(program.countRolls).toBe(rolls + 1);
  await expect.poll(count).toStrictEqual([2, 0, 1]);
  expect(countProcesses()).toBe(2);
});

test('SIGHUP before all workers serve does not end the process, and they end with it', async () => {
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
