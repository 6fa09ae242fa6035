import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { findRedis } from '../../support/find-program.ts';
import { waitForOutput } from '../../support/program.ts';
import { freePort, tempFolder } from '../../support/resources.ts';

/** A real Redis server of the running test's own, on loopback, asking for a password and writing nothing to disk. */
export interface RedisServer {
  /** Its address, with the password. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** A client of the test's own, which looks into it. */
  readonly client: Redis;
  /** Starts it again after a `kill`, empty. */
  start(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/** Starts one for the running test; `settings` are those of its configuration. */
export async function startRedis(settings: Record<string, string> = {}): Promise<RedisServer> {
  const program = findRedis();
  if (program === undefined) throw new Error('There is no Redis on this machine.');
  const folder = await tempFolder();
  const password = randomBytes(18).toString('base64url');
  const port = await freePort();
  const all = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    requirepass: password,
    save: '',
    appendonly: 'no',
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  let server: ChildProcess | undefined;
  const start = async () => {
    const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    server = child;
    await waitForOutput('Redis', child, child.stdout, /ready to accept connections/i);
  };
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const closed = once(server, 'close');
    server.kill('SIGKILL');
    await closed;
  };
  await start();
  const client = new Redis({ port, password, lazyConnect: true, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  onTestFinished(async () => {
    client.disconnect();
    await kill();
  });
  return { url: `redis://:${password}@127.0.0.1:${port}`, port, password, client, start, kill };
}
