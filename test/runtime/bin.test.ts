import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { endWithTest } from '../support/child.ts';
import { runProgram } from '../support/process.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The words that a process was started with, as its system has them. */
const wordsOf = async (pid: number | undefined) =>
  (await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;

/** The words by which V8 keeps its heap small, and those by which it has room for requests that wait. */
const KEPT_SMALL = /--max-semi-space-size=4 --heap-growing-percent=\d+ .*bin\.js/;
const WITH_ROOM = /--max-semi-space-size=64 .*--heap-growing-percent=\d+ .*bin\.js/;

test.skipIf(process.platform === 'win32')(
  'however it is started, the process has a small heap, and is still the one that was started',
  async () => {
    const { child, ended } = await startProgram();
    expect(await wordsOf(child.pid)).toMatch(KEPT_SMALL);
    child.kill('SIGTERM');
    expect(await ended()).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'before another service it has room for requests that wait, also where a .env file names it',
  async () => {
    const UPSTREAM_URL = 'http://127.0.0.1:1';
    const folder = await tempFolder();
    await writeFile(join(folder, '.env'), `UPSTREAM_URL=${UPSTREAM_URL}\n`);
    const program = fileURLToPath(new URL('../../src/bin.js', import.meta.url));
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithTest(child);
    await once(child.stdout, 'data');
    expect(await wordsOf(child.pid)).toMatch(WITH_ROOM);
    expect(await wordsOf((await startProgram({ UPSTREAM_URL })).child.pid)).toMatch(WITH_ROOM);
  },
);

test.skipIf(process.platform === 'win32')('so have its workers', async () => {
  const { child } = await startProgram({}, ['start', '--workers', '2']);
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-A', '-o', 'ppid=,args=']);
  const workers = stdout.split('\n').filter((line) => line.trim().startsWith(`${child.pid} `));
  expect(workers).toHaveLength(2);
  for (const worker of workers) expect(worker).toMatch(KEPT_SMALL);
});

test('a process that its parent talks to stays in touch with it', async () => {
  const folder = await tempFolder();
  const child = fork(new URL('../../src/bin.js', import.meta.url), {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  endWithTest(child);
  const [said] = child.stdout ? await once(child.stdout, 'data') : [];
  expect(String(said)).toContain('avatar-graphql');
  expect(child.connected).toBe(true);
});

/** Runs an npm script of the source tree as a newcomer does, for the running test. */
function runScript(words: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn('npm', words, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const closed = endWithTest(child);
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
    expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill('SIGTERM');
    const ask = () => fetch(`${url}/health`).catch(() => 'stopped');
    await expect.poll(ask, { timeout: 30_000 }).toBe('stopped');
  },
  60_000,
);

test.skipIf(process.platform === 'win32')(
  'an option that npm took for itself is named',
  async () => {
    for (const words of [['--workers=2'], ['--workers', '2']]) {
      const { closed, output } = runScript(['start', ...words]);
      await closed;
      expect(output()).toContain(' after --');
      expect(output()).not.toContain('Console');
    }
  },
  60_000,
);

test('a reader that closes the pipe early gets no stack trace', async () => {
  const { child, ended, output } = runProgram(['doctor'], {
    PORT: '0',
    DATA_DIR: await tempFolder(),
  });
  child.stdout?.destroy();
  expect(await ended()).toBe(0);
  expect(output().stderr).toBe('');
});
