import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { killAfterTest, ONE_REQUEST, runProgram, startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';
import { COMPILE_CACHE, locateProgram } from '../support/setup/programs.ts';

/** Options with which Node compiles its own modules, instead of loading them from its code cache. They are set after the start. */
const LATER = /--heap-growing-percent|--expose-gc/;

/** Returns the command line of a process, as the operating system reports it. */
const readCommandLine = async (pid: number | undefined) =>
  (await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;

/** The options of V8 for a small heap, and those for many waiting requests. */
const SMALL_HEAP = /--max-semi-space-size=4 .*bin\.js/;
const LARGE_HEAP = /--max-semi-space-size=64 .*bin\.js/;

test.skipIf(process.platform === 'win32')(
  'the program, and a worker for each processor, have the options for a small heap',
  async () => {
    const { child, stop } = await startProgram({}, ['start', '--workers', 'auto']);
    expect(await readCommandLine(child.pid)).toMatch(SMALL_HEAP);
    expect(await readCommandLine(child.pid)).not.toMatch(LATER);
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-A', '-o', 'ppid=,args=']);
    const workers = stdout.split('\n').filter((line) => line.trim().startsWith(`${child.pid} `));
    const processors = availableParallelism();
    expect(workers).toHaveLength(processors > 1 ? processors : 0);
    for (const worker of workers) expect(worker).toMatch(SMALL_HEAP);
    expect(await stop()).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'with another upstream, the process has the options for many waiting requests',
  async () => {
    const UPSTREAM_URL = 'http://127.0.0.1:1';
    const cwd = await tempFolder();
    await writeFile(join(cwd, '.env'), `UPSTREAM_URL=${UPSTREAM_URL}\n`);
    const byFile = runProgram([], { PORT: '0', LOG_LEVEL: 'error' }, { cwd });
    await byFile.printed(/Explorer/);
    const bySetting = await startProgram({ UPSTREAM_URL });
    for (const { child } of [byFile, bySetting])
      expect(await readCommandLine(child.pid)).toMatch(LARGE_HEAP);
  },
);

test('a process with an IPC channel to its parent keeps it', async () => {
  const folder = await tempFolder();
  const child = fork(locateProgram('bin'), {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  killAfterTest(child);
  const [printed] = child.stdout ? await once(child.stdout, 'data') : [];
  expect(String(printed)).toContain('avatar-graphql');
  expect(child.connected).toBe(true);
});

/** Runs an npm script of the source tree, until the end of the running test. */
function runScript(args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn('npm', args, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const closed = killAfterTest(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { child, closed, output: () => output };
}

test.skipIf(process.platform === 'win32')(
  'a signal to npm alone stops the program that npm started',
  async () => {
    const { child, output } = runScript(['start'], { DATA_DIR: await tempFolder() });
    await expect.poll(output, { timeout: 30_000 }).toContain('Keys  ');
    const [, url = ''] = /Console +(http:\S+)/.exec(output()) ?? [];
    expect((await fetch(`${url}/health`, { headers: ONE_REQUEST })).status).toBe(200);
    child.kill('SIGTERM');
    const ask = () => fetch(`${url}/health`, { headers: ONE_REQUEST }).catch(() => 'stopped');
    await expect.poll(ask, { timeout: 30_000 }).toBe('stopped');
  },
  60_000,
);

test.skipIf(process.platform === 'win32').each([
  ['start --silent --workers 2', '--workers', 'after --'],
  ['start --upstream-api-key=sk-operator', '--upstream-api-key', 'UPSTREAM_API_KEY=… npm start'],
  ['run keys create --label=mine', '--label', 'after --'],
])(
  'an option that npm consumed is reported, without its value: npm %s',
  async (words, option, advice) => {
    const { closed, output } = runScript(words.split(' '), { DATA_DIR: await tempFolder() });
    expect(await closed).toStrictEqual([1, null]);
    expect(output()).toContain(`npm kept the option ${option} for itself. `);
    expect(output()).toContain(advice);
    expect(output()).not.toContain('sk-operator');
    expect(output()).not.toContain('Console');
  },
  60_000,
);

test('a reader that closes the pipe early causes no stack trace', async () => {
  const { child, ended, output } = runProgram(['doctor'], {
    PORT: '0',
    DATA_DIR: await tempFolder(),
  });
  child.stdout?.destroy();
  expect(await ended()).toBe(0);
  expect(output().stderr).toBe('');
});

test('a Node.js that is too old is told the command that works', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })";
  const options = ['--import', `data:text/javascript,${encodeURIComponent(old)}`];
  const run = promisify(execFile)(process.execPath, [...options, locateProgram('bin')]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`npx -p node@26 -p ${packageJson.name} avatar-graphql.`),
  });
});
