import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Restartable, runProcess, startRestartable } from './process.ts';
import { freePort, onFileFinished, TEMP_PREFIX } from './resources.ts';

/** A real Postgres server of our own, on loopback, asking for a password. */
export interface Cluster extends Restartable {
  /** Address of its database `postgres`, with user and password. */
  readonly url: string;
  /** Ends it, cutting every connection: in order (SIGINT), or as a crash would, after which it recovers when started. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** The folder of this machine's `initdb` and `postgres`; undefined where there are none. */
export function findPostgres(): string | undefined {
  // Debian keeps them out of PATH, a folder a version.
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Postgres and PgBouncer refuse to run as root, so root runs them as the user of Debian's packages, or as nobody. */
export function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const numberOf = (flag: string) => {
    const ask = (user: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }));
    try {
      return ask('postgres');
    } catch {
      return ask('nobody');
    }
  };
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

/** Makes and starts a server; `durable: false` is faster and loses data in a power cut. */
export async function startCluster({ durable }: { durable: boolean }): Promise<Cluster> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('There is no Postgres on this machine.');
  const user = otherUser();
  const folder = mkdtempSync(TEMP_PREFIX);
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);

  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, onEnd: onFileFinished };
  const made = runProcess(
    [
      ...[join(programs, 'initdb'), '--pgdata', data, '--username', 'avatar', '--no-sync'],
      ...['--pwfile', passwordFile, '--auth', 'scram-sha-256', '--encoding', 'UTF8'],
      ...['--locale', 'C.UTF-8', '--no-instructions'],
    ],
    options,
  );
  const code = await made.ended();
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${made.output().stderr}`);

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    // In its folder, so that a server that is killed leaves nothing behind.
    dynamic_shared_memory_type: 'mmap',
    ...(!durable && { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { start, stop } = await startRestartable(
    () => runProcess([join(programs, 'postgres'), '-D', data, ...words], options),
    /ready to accept connections/,
    'stderr',
  );
  return {
    url: `postgres://avatar:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove: async () => {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
