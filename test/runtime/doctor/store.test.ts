import { execFileSync, spawnSync } from 'node:child_process';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/avatar-service/store/database.ts';
import { MIGRATIONS } from '../../../src/avatar-service/store/migrations/migrate.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { inspectConfiguredStore } from '../../../src/runtime/doctor/store.ts';
import { describeFolder } from '../../support/doctor.ts';
import { startProgram } from '../../support/program.ts';
import { freePort, tempFolder } from '../../support/resources.ts';
import { COMPILE_CACHE, locateProgram } from '../../support/setup/programs.ts';

const FILE = 'avatar-service.sqlite';
const LATEST = MIGRATIONS.at(-1);

/** A folder with a closed store. */
async function createStore(): Promise<string> {
  const folder = await tempFolder();
  await (await openStore({ dataDir: folder })).close();
  return folder;
}

async function changeStore(statement: string): Promise<string> {
  const folder = await createStore();
  const db = new DatabaseSync(join(folder, FILE));
  db.exec(statement);
  db.close();
  return folder;
}

/** Inspects a store as the doctor does in its second process. */
const inspect = (dataDir: string) => inspectConfiguredStore(readConfig({ DATA_DIR: dataDir }));

test('a missing store is not created', async () => {
  const folder = join(await tempFolder(), 'a', 'b');
  const { status, message } = await inspect(folder);
  expect(status).toBe('ok');
  expect(message).toMatch(
    new RegExp(
      `^There is no store at ${folder} yet\\. The first start creates it\\. [\\d.]+ [GM]B of disk space are free\\.$`,
    ),
  );
  expect(describeFolder(join(folder, '..', '..'))).toStrictEqual([]);
});

test('a closed store is sound and is not changed', async () => {
  const folder = await createStore();
  const before = describeFolder(folder);
  const { status, message } = await inspect(folder);
  expect(status).toBe('ok');
  expect(message).toMatch(
    new RegExp(`^The store ${folder} is sound\\. Its version is ${LATEST}\\. `),
  );
  expect(describeFolder(folder)).toStrictEqual(before);
});

test('a store is checked while the program uses it, and without recovery after it was killed', async () => {
  const program = await startProgram();
  await program.run('mutation { createPersona(input: { name: "New" }) { persona { id } } }');
  const used = await inspect(program.folder);
  expect(used.message).toContain(`is sound. Its version is ${LATEST}.`);
  program.child.kill('SIGKILL');
  await program.ended();
  expect((await inspect(program.folder)).message).toContain('is sound.');
  await rm(join(program.folder, `${FILE}-shm`));
  const copied = await inspect(program.folder);
  expect(copied.status).toBe('warning');
  expect(copied.message).toMatch(
    / was not closed cleanly, and can only be checked after a start\./,
  );
});

const UNUSABLE: [string, () => Promise<string>, RegExp][] = [
  [
    'a text file',
    async () => {
      const folder = await tempFolder();
      await writeFile(join(folder, FILE), 'Not a database. '.repeat(100));
      return folder;
    },
    /cannot be used: file is not a database\.$/,
  ],
  [
    'damaged',
    async () => {
      const folder = await createStore();
      await truncate(join(folder, FILE), 8_192);
      return folder;
    },
    /cannot be used: (it is damaged: .+|database disk image is malformed)\.$/,
  ],
  [
    'of another program',
    async () => {
      const folder = await tempFolder();
      const db = new DatabaseSync(join(folder, FILE));
      db.exec('create table other (id)');
      db.close();
      return folder;
    },
    /cannot be used: it does not contain a store\.$/,
  ],
  [
    'of a newer version',
    () => changeStore(`insert into kysely_migration values ('9999_future', '2099')`),
    /was written by a newer version, or by one before 1\.0 \(9999_future\)\.$/,
  ],
  [
    'in a folder that is a file',
    async () => {
      const folder = await tempFolder();
      await writeFile(join(folder, 'data'), '');
      return join(folder, 'data');
    },
    /cannot be used: .* is not a folder\.$/,
  ],
  [
    'in a folder that is a symbolic link to nothing',
    async () => {
      const folder = await tempFolder();
      await symlink(join(folder, 'nothing'), join(folder, 'data'));
      return join(folder, 'data');
    },
    /cannot be used: .*data is a symbolic link to nothing\.$/,
  ],
  [
    'a symbolic link to nothing',
    async () => {
      const folder = await tempFolder();
      await symlink(join(folder, 'nothing'), join(folder, FILE));
      return folder;
    },
    /cannot be used: .*sqlite is a symbolic link to nothing\.$/,
  ],
];

test.each(UNUSABLE)(
  'a store that is %s is a failure and is not changed',
  async (_, create, message) => {
    const dataDir = await create();
    const folder = dataDir.endsWith('data') ? dirname(dataDir) : dataDir;
    const before = describeFolder(folder);
    const { status, message: found, advice } = await inspect(dataDir);
    expect(status).toBe('failed');
    expect(found).toMatch(/^The store /);
    expect(found).toMatch(message);
    expect(advice).toMatch(/backup/);
    expect(describeFolder(folder)).toStrictEqual(before);
  },
);

test.skipIf(process.platform === 'win32')('a pipe is not waited for', async () => {
  const folder = await tempFolder();
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, FILE)]);
  expect((await inspect(folder)).message).toMatch(/cannot be used: .*sqlite is not a file\.$/);
});

test('a write-ahead log beside the target of a symbolic link is read', async () => {
  const [folder, other] = [await tempFolder(), await tempFolder()];
  const store = await openStore({ dataDir: other });
  await symlink(join(other, FILE), join(folder, FILE));
  // The whole store is in the log.
  expect((await inspect(folder)).message).toContain(`is sound. Its version is ${LATEST}.`);
  await store.close();
});

test('a store of an earlier version is not migrated', async () => {
  const folder = await changeStore(`delete from kysely_migration where name = '${LATEST}'`);
  const before = describeFolder(folder);
  expect(await inspect(folder)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(`The next start migrates it to ${LATEST}`),
    advice: 'Create a backup first.',
  });
  expect(describeFolder(folder)).toStrictEqual(before);
});

test('an unreachable Postgres database is reported without its password', async () => {
  const port = await freePort();
  const DATABASE_URL = `postgres://anna:db-password@127.0.0.1:${port}/avatars`;
  expect(await inspectConfiguredStore(readConfig({ DATABASE_URL }))).toStrictEqual({
    status: 'failed',
    message: `The store Postgres at 127.0.0.1:${port}/avatars cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
    advice: 'Check DATABASE_URL and the database server.',
  });
});

const [unshare = '', ...NAMESPACE] = [
  'unshare',
  '--user',
  '--mount',
  '--map-root-user',
  'sh',
  '-c',
];
const canMount = spawnSync(unshare, [...NAMESPACE, 'mount -t tmpfs x /mnt']).status === 0;

test.skipIf(!canMount)('a disk that is almost full is a failure', async () => {
  const folder = await tempFolder();
  const { stdout, status } = spawnSync(
    unshare,
    [
      ...NAMESPACE,
      `mount -t tmpfs -o size=12m tmpfs "${folder}" && exec "$@"`,
      'sh',
      process.execPath,
      locateProgram('bin'),
      'doctor',
    ],
    {
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, ...COMPILE_CACHE },
      encoding: 'utf8',
    },
  );
  expect(stdout).toMatch(
    /^FAILED {3}store {7}The disk of the store .* is almost full\. 12 MB of disk space are free\.\n +Free disk space\.$/m,
  );
  expect(status).toBe(1);
});
