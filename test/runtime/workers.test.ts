import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { findSample, readSamples } from '../support/exposition.ts';
import { startLoad } from '../support/load.ts';
import { ONE_REQUEST, type RunningProgram, runProgram } from '../support/program.ts';
import { freePort, tempFolder } from '../support/resources.ts';
import { startTwoWorkers, type TwoWorkers } from './two-workers.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Gets a page over a connection of its own, which goes to the next worker. */
const fetchNext = async (url: string, path: string) =>
  (await fetch(`${url}${path}`, { headers: ONE_REQUEST })).text();

/** Sends requests until `count` workers have responded, and returns their process ids. */
const waitForWorkers = async (program: TwoWorkers, count: number) => {
  const countResponding = async () => {
    await program.run('{ llms { total } }');
    return program.pids().length;
  };
  await expect.poll(countResponding).toBe(count);
  return program.pids();
};

const isAlive = (pid = Number.NaN) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('with --workers 2, two processes serve one address with one store', async () => {
  const program = await startTwoWorkers();
  const workers = await waitForWorkers(program, 2);
  for (const _ of [1, 2, 3, 4]) {
    const samples = readSamples(await fetchNext(program.url, '/metrics'));
    expect(findSample(samples, 'avatar_graphql_info')).toBe(2);
    const operations = findSample(samples, 'avatar_graphql_operations_total', { code: 'OK' });
    await expect.poll(() => program.logged().length).toBe(operations);
  }
  const { data } = await program.run(
    'mutation { createPersona(input: { name: "Shared" }) { persona { id } } }',
  );
  for (const _ of [1, 2, 3, 4]) {
    const found = await program.run('{ personas(perPage: 1) { items { id } } }');
    expect(found.data.personas.items).toStrictEqual([{ id: data.createPersona.persona.id }]);
  }
  expect(program.output().stdout.match(/^avatar-graphql /gm)).toHaveLength(1);
  expect(await program.stop()).toBe(0);
  expect(workers.filter(isAlive)).toStrictEqual([]);
});

/** Returns the number of workers, and of restarts by reason. */
const countRestarts = async ({ url }: RunningProgram) => {
  const samples = readSamples(await fetchNext(url, '/metrics'));
  const count = (reason: string) =>
    findSample(samples, 'avatar_graphql_worker_restarts_total', { reason });
  return {
    serving: findSample(samples, 'avatar_graphql_workers'),
    died: count('died'),
    failed: count('failed'),
    rolled: count('rolled'),
  };
};

test('a killed worker is replaced, and SIGHUP replaces all, without a failed request', async () => {
  const program = await startTwoWorkers();
  const [killed = 0, other] = await waitForWorkers(program, 2);
  process.kill(killed, 'SIGKILL');
  const death = { level: 'error', worker: killed, msg: 'a worker died' };
  // Node.js drops connections that the primary passes to a worker before it learns that the worker died.
  await expect.poll(program.logged).toContainEqual(expect.objectContaining(death));
  const loads = (['GET', 'POST'] as const).map((method) =>
    startLoad(program.url, { method, clients: 6 }),
  );
  const [, , replacement] = await waitForWorkers(program, 3);
  expect([killed, other]).not.toContain(replacement);
  expect(await countRestarts(program)).toStrictEqual({ serving: 2, died: 1, failed: 0, rolled: 0 });
  const more = () => Promise.all(loads.map((load) => load.more(100)));
  await more();
  program.child.kill('SIGHUP');
  await expect.poll(program.isRolled).toBe(true);
  await more();
  expect(await countRestarts(program)).toStrictEqual({ serving: 2, died: 1, failed: 0, rolled: 2 });
  for (const load of loads) {
    const { answered, failures } = await load.stop();
    expect(failures).toStrictEqual([]);
    expect(answered).toBeGreaterThan(200);
  }
  expect([other, replacement].filter(isAlive)).toStrictEqual([]);
  const serving = program.pids().filter(isAlive);
  program.child.kill('SIGKILL');
  await expect.poll(() => serving.some(isAlive)).toBe(false);
});

/** Counts the workers of a program, including those that do not serve yet. */
const countWorkers = ({ output }: RunningProgram) => {
  const [, primary] = /send SIGHUP to (\d+)/.exec(output().stdout) ?? [];
  const parents = execFileSync('ps', ['-A', '-o', 'ppid='], { encoding: 'utf8' }).split('\n');
  return parents.filter((line) => line.trim() === primary).length;
};

test('workers that die while SIGHUP replaces them are replaced once', async () => {
  // With port 0, new workers would listen on another port after the death of all old ones.
  const program = await startTwoWorkers({ PORT: String(await freePort()) });
  const old = await waitForWorkers(program, 2);
  program.child.kill('SIGHUP');
  await expect.poll(() => countWorkers(program)).toBe(3);
  for (const pid of old) process.kill(pid, 'SIGKILL');
  await expect.poll(program.isRolled).toBe(true);
  const countAll = async () => ({
    processes: countWorkers(program),
    ...(await countRestarts(program)),
  });
  const all = { processes: 2, serving: 2, died: 2, failed: 0, rolled: 1 };
  await expect.poll(countAll).toStrictEqual(all);
});

test('SIGHUP before all workers serve does not end the process', async () => {
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: await tempFolder() };
  const { child, printed } = runProgram(['--workers', '4'], settings);
  const firstServes = () => fetchNext(`http://127.0.0.1:${port}`, '/health').then(() => true);
  await expect.poll(() => firstServes().catch(() => false)).toBe(true);
  child.kill('SIGHUP');
  await printed(/Workers +4/);
});

test('workers that cannot start report the reason', async () => {
  const run = runProgram(['--workers', '2'], { DATA_DIR: '/dev/null/x' });
  expect(await run.ended()).toBe(1);
  expect(run.output().stdout).toBe('');
  expect(run.output().stderr).toMatch(
    /^(The store in DATA_DIR, \/dev\/null\/x\/\S+, cannot be opened: .*\.\n){1,2}$/,
  );
});
