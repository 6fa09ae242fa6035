import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { findRedis } from '../../support/find-program.ts';
import { runProcess, startRestartable } from '../../support/process.ts';
import { type Replica, startReplica } from '../../support/replica.ts';
import { freePort, onFileFinished, TEMP_PREFIX } from '../../support/resources.ts';

/** A real Redis server on loopback, asking for a password and writing nothing to disk. */
export interface RedisServer {
  /** Its address, with the password. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** A client of the test's own, which looks into it. */
  readonly client: Redis;
  /** Starts it again, empty, if it was killed. */
  start(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

async function createRedis(
  settings: Record<string, string>,
  onFinished: (cleanUp: () => Promise<void>) => void,
): Promise<RedisServer> {
  const program = findRedis();
  if (program === undefined) throw new Error('There is no Redis on this machine.');
  const folder = await mkdtemp(TEMP_PREFIX);
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
  // It ends with the file, also if a test has started it.
  const launch = () => runProcess([program, ...words], { cwd: folder, onEnd: onFinished });
  const { start, stop } = await startRestartable(launch, /ready to accept connections/i);
  const kill = () => stop('SIGKILL');
  const client = new Redis({ port, password, lazyConnect: true, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  onFinished(async () => {
    client.disconnect();
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  return { url: `redis://:${password}@127.0.0.1:${port}`, port, password, client, start, kill };
}

/** The server of the tests of the running file that need no settings. */
let shared: Promise<RedisServer> | undefined;

/** Starts one for the running test: the one of its file, emptied, or one of its own with settings of its configuration. */
export async function startRedis(settings?: Record<string, string>): Promise<RedisServer> {
  if (settings) return createRedis(settings, onTestFinished);
  if (!shared) {
    shared = createRedis({}, onFileFinished);
    onFileFinished(() => {
      shared = undefined;
    });
  }
  const server = await shared;
  await server.start();
  await server.client.flushall();
  return server;
}

/**
 * Starts two replicas of one deployment without limits for the running test. They share the Redis of its file.
 */
export async function startPair(
  upstream: { readonly url: string },
  settings: Record<string, string> = {},
): Promise<{ readonly a: Replica; readonly b: Replica; readonly redis: RedisServer }> {
  const redis = await startRedis();
  const all = {
    UPSTREAM_URL: upstream.url,
    REDIS_URL: redis.url,
    RATE_LIMIT: '0',
    RATE_LIMIT_MINTS: '0',
    ...settings,
  };
  const [a, b] = await Promise.all([startReplica(all), startReplica(all)]);
  return { a, b, redis };
}
