import { execFileSync } from 'node:child_process';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/avatar-service/store/database.ts';
import { MIGRATIONS } from '../../../src/avatar-service/store/migrations/migrate.ts';
import { checkStore } from '../../../src/runtime/doctor/store.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { startProgram } from '../../support/program.ts';
import { freePort, tempFolder } from '../../support/resources.ts';
import { describeFolder } from './diagnose.ts';

const FILE = 'avatar-service.sqlite';
const LATEST = MIGRATIONS.at(-1);

/** A folder with a closed store. */
async function createStore(): Promise<string> {
  const folder = await tempFolder();
  await (await openStore({ dataDir: folder })).close();
  return folder;
}

function execute(folder: string, statement: string): string {
  using db = new DatabaseSync(join(folder, FILE));
  db.exec(statement);
  return folder;
}

const changeStore = async (statement: string) => execute(await createStore(), statement);

const inspect = (dataDir: string) => checkStore({ dataDir });

test('a missing store is not created', async () => {
  const folder = join(await tempFolder(), 'a', 'b');
  const { status, message } = await inspect(folder);
  expect([status, message]).toStrictEqual([
    'ok',
    `The store ${folder} does not exist yet. The first start creates it.`,
  ]);
  expect(describeFolder(join(folder, '..', '..'))).toStrictEqual([]);
});

test('a closed store is sound and is not changed', async () => {
  const folder = await createStore();
  const before = describeFolder(folder);
  const message = expect.stringContaining(`${folder} is sound. Its version is ${LATEST}.`);
  expect(await inspect(folder)).toMatchObject({ status: 'ok', message });
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
  const message = expect.stringContaining('closed cleanly, and can only be checked after a start.');
  expect(await inspect(program.folder)).toMatchObject({ status: 'warning', message });
});

/** A folder with a file, a link to nothing or another database in it. */
const tempFolderWith = async (create: (folder: string) => unknown) => {
  const folder = await tempFolder();
  await create(folder);
  return folder;
};
const linkToNothing = (name: string) => (folder: string) =>
  symlink(join(folder, 'nothing'), join(folder, name));

test.each<[string, () => Promise<string>, RegExp, string?]>([
  [
    'a text file',
    () => tempFolderWith((folder) => writeFile(join(folder, FILE), 'No database. '.repeat(100))),
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
    () => tempFolderWith((folder) => execute(folder, 'create table other (id)')),
    /cannot be used: it does not contain a store\.$/,
  ],
  [
    'of a newer version',
    () => changeStore(`insert into kysely_migration values ('9999_future', '2099')`),
    /was written by a newer version, or by one before 1\.0 \(9999_future\)\.$/,
  ],
  [
    'in a folder that is a file',
    () => tempFolderWith((folder) => writeFile(join(folder, 'data'), '')),
    /cannot be used: .* is not a folder\.$/,
    'data',
  ],
  [
    'in a folder that is a symbolic link to nothing',
    () => tempFolderWith(linkToNothing('data')),
    /cannot be used: .*data is a symbolic link to nothing\.$/,
    'data',
  ],
  [
    'a symbolic link to nothing',
    () => tempFolderWith(linkToNothing(FILE)),
    /cannot be used: .*sqlite is a symbolic link to nothing\.$/,
  ],
])('a store that is %s is a failure and is not changed', async (_, create, finding, name = '.') => {
  const folder = await create();
  const before = describeFolder(folder);
  const { status, message, advice } = await inspect(join(folder, name));
  expect(status).toBe('failed');
  expect(message).toMatch(/^The store /);
  expect(message).toMatch(finding);
  expect(advice).toMatch(/import an export/);
  expect(describeFolder(folder)).toStrictEqual(before);
});

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
    advice: 'Export the store first.',
  });
  expect(describeFolder(folder)).toStrictEqual(before);
});

test('an unreachable Postgres database is reported without its password', async () => {
  const port = await freePort();
  const databaseUrl = new Secret(`postgres://anna:db-password@127.0.0.1:${port}/avatars`);
  expect(await checkStore({ databaseUrl })).toStrictEqual({
    status: 'failed',
    message: `The store Postgres at 127.0.0.1:${port}/avatars cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
    advice: expect.stringContaining('Check DATABASE_URL'),
  });
});
