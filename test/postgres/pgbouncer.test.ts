import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { findProgram } from '../support/find-program.ts';
import { otherUser } from '../support/postgres-cluster.ts';
import { runProcess } from '../support/process.ts';
import { freePort, tempFolder } from '../support/resources.ts';
import { query, tempDatabase } from '../support/stores.ts';
import { expectOneStore } from './one-store.ts';

/**
 * Starts PgBouncer with the configuration that we ship before the database at an address, for the running test.
 * @returns the same database's address by way of it.
 */
async function startPgbouncer(databaseUrl: string, poolSize: number): Promise<string> {
  const program = findProgram('pgbouncer');
  if (program === undefined) throw new Error('There is no PgBouncer on this machine.');
  const folder = await tempFolder();
  const url = new URL(databaseUrl);
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  const file = join(folder, 'pgbouncer.ini');
  const text = (await readFile('src/deploy/pgbouncer.ini', 'utf8'))
    .replace(/^avatars = .*$/m, `* = host=${url.hostname} port=${url.port}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`);
  await writeFile(users, `"${url.username}" "${url.password}"\n`);
  await writeFile(file, text);
  const user = otherUser();
  if (user) for (const path of [folder, users, file]) await chown(path, user.uid, user.gid);
  await runProcess([program, file], user).printed(/process up/, 'stderr');
  return Object.assign(url, { hostname: '127.0.0.1', port }).href;
}

vi.setConfig({ testTimeout: 120_000 });

const withPgbouncer = test.runIf(findProgram('pgbouncer') !== undefined);

const startPooled = async (poolSize: number) => {
  const databaseUrl = await tempDatabase(inject('postgres'));
  const pooled = await startPgbouncer(databaseUrl, poolSize);
  return { databaseUrl, place: { databaseUrl: new Secret(pooled), connections: 4 } };
};

withPgbouncer(
  'behind PgBouncer, four services that start at once seed one store over two connections',
  async () => {
    const { place, databaseUrl } = await startPooled(2);
    const services = await Promise.all(
      [1, 2, 3, 4].map(() => startAvatarService({ place, seeded: true })),
    );
    for (const { send } of services)
      expect((await send('GET /v1/personas')).body.meta.total).toBeGreaterThan(0);
    const { rows } = await query(
      databaseUrl,
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    expect(rows).toStrictEqual([{ count: 2 }]);
  },
);

withPgbouncer(
  'behind PgBouncer, many stores opened at once on an empty database all open, and release their locks',
  async () => {
    const { place, databaseUrl } = await startPooled(3);
    const stores = await Promise.all(Array.from({ length: 20 }, () => openStore(place)));
    for (const store of stores) expect(await store.isAlive()).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
    const { rows } = await query(
      databaseUrl,
      `select count(*)::int as count from pg_locks
        where locktype = 'advisory' and database =
          (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toStrictEqual([{ count: 0 }]);
  },
);

withPgbouncer(
  'behind PgBouncer, concurrent updates of a tool are all applied, and images are returned unchanged',
  async () => {
    await expectOneStore((await startPooled(2)).place);
  },
);
