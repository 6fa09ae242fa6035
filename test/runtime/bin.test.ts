import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runProcess } from '../support/process.ts';
import { ONE_REQUEST, runProgram, startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';

test.skipIf(process.platform === 'win32')(
  'a worker for each processor has the options of Node.js of the program',
  async () => {
    const { child, stop } = await startProgram({}, ['start', '--workers', 'auto']);
    const listWorkers = async () => {
      const { stdout } = await promisify(execFile)('ps', ['-ww', '-A', '-o', 'ppid=,args=']);
      return stdout.split('\n').filter((line) => line.trim().startsWith(`${child.pid} `));
    };
    const workers = await listWorkers();
    const processors = availableParallelism();
    expect(workers).toHaveLength(processors > 1 ? processors : 0);
    for (const worker of workers) expect(worker).toMatch(/--max-semi-space-size=64 .*bin\.js/);
    expect(await stop()).toBe(0);
    expect(await listWorkers()).toStrictEqual([]);
  },
);

test.skipIf(process.platform === 'win32')(
  'a signal to npm alone stops the program that npm started',
  async () => {
    const env = { HOME: process.env.HOME, PORT: '0', DATA_DIR: await tempFolder() };
    const { child, printed } = runProcess(['npm', 'start'], { env, detached: true });
    const [, url = ''] = await printed(/Console +(http:\S+)\n(?:.*\n)* +Keys /);
    expect((await fetch(`${url}/health`, { headers: ONE_REQUEST })).status).toBe(200);
    child.kill('SIGTERM');
    const ask = () => fetch(`${url}/health`, { headers: ONE_REQUEST }).catch(() => 'stopped');
    await expect.poll(ask, { timeout: 30_000 }).toBe('stopped');
  },
  60_000,
);

test('a reader that closes the pipe early causes no stack trace', async () => {
  const settings = { UPSTREAM_URL: 'http://127.0.0.1:1' };
  const { child, ended, output } = runProgram(['doctor'], settings);
  child.stdout?.destroy();
  expect(await ended()).toBe(1);
  expect(output().stderr).toBe('');
});
