import { spawnSync } from 'node:child_process';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/avatar-service/store/database.ts';
import { MIGRATIONS } from '../../../src/avatar-service/store/migrations/migrate.ts';
import { describeFolder, diagnose } from '../../support/doctor.ts';
import { freePort } from '../../support/free-port.ts';
import { listen } from '../../support/listen.ts';
import { runProgram } from '../../support/process.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const FILE = 'avatar-service.sqlite';
const LATEST = MIGRATIONS.at(-1);

/** A folder with a store that was closed. */
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

test('without a setting, the doctor finds no store yet, creates none, and its exit code is 0', async () => {
  const folder = join(await tempFolder(), 'a', 'b');
  const { code, find } = await diagnose({ DATA_DIR: folder });
  expect(find('store')).toMatch(
    new RegExp(
      `^ok: There is no store at ${folder} yet\\. The first start creates it\\. [\\d.]+ [GM]B of disk space are free\\.$`,
    ),
  );
  for (const name of ['dns', 'http', 'clock']) {
    expect(find(name)).toBe(
      'skipped: UPSTREAM_URL is not set; the built-in avatar service is used.',
    );
  }
  expect(code).toBe(0);
});

test('on the terminal, each check is a line, advice is below it, and the last line counts', async () => {
  const cwd = await tempFolder();
  const run = runProgram(
    ['doctor'],
    { PORT: '0', UPSTREAM_URL: 'https://no-such-host.invalid' },
    { cwd },
  );
  expect(await run.ended()).toBe(1);
  const { stdout, stderr } = run.output();
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^ok {7}settings {4}Valid\. Set: PORT, UPSTREAM_URL\.$/m);
  expect(stdout).toMatch(
    /^FAILED {3}dns {9}no-such-host\.invalid cannot .*\n {21}Check the host name/m,
  );
  expect(stdout).toMatch(/\n\n2 ok, 0 warnings, 1 failed, 11 skipped\n$/);
  expect(describeFolder(cwd)).toStrictEqual([]);
});

test('every invalid setting is named once, and all other checks are skipped', async () => {
  const { code, lines, find } = await diagnose({ PORT: 'x', UPSTREAM_URL: 'y' });
  expect(find('settings')).toMatch(/^failed: PORT must be a number\. UPSTREAM_URL must be .*\.$/);
  expect(find('settings').match(/UPSTREAM_URL/g)).toHaveLength(1);
  expect(
    lines.slice(1).filter((line) => !line.endsWith('The check of settings failed.')),
  ).toStrictEqual([]);
  expect(code).toBe(1);
});

test('a file of persisted operations that cannot be read fails the settings', async () => {
  const { find } = await diagnose({ PERSISTED_OPERATIONS: '/no/such/file.json' });
  expect(find('settings')).toMatch(
    /^failed: PERSISTED_OPERATIONS \/no\/such\/file\.json does not exist\.$/,
  );
});

test('no secret of the settings is printed', async () => {
  const secrets = {
    UPSTREAM_API_KEY: 'sk-secret-upstream-key',
    AUTH_SECRET: 'secret-of-the-issuer-0123456789-0123456789',
    REDIS_URL: `redis://anna:secret-redis-password@127.0.0.1:${await freePort()}`,
    REDIS_SECRET: 'secret-of-redis-0123456789-0123456789-0123',
    METRICS_TOKEN: 'secret-metrics-token',
    DATABASE_URL: `postgres://anna:secret-db-password@127.0.0.1:${await freePort()}/x`,
    STORE_SECRET: 'secret-of-the-store-0123456789-0123456789',
  };
  const rest = { PORT: '0', AUTH_ISSUER: 'i', AUTH_AUDIENCE: 'a', ...secrets };
  const upstream = { UPSTREAM_URL: `http://127.0.0.1:${await freePort()}` };
  for (const settings of [
    { ...rest, ...upstream },
    { ...rest, UPSTREAM_API_KEY: '', AUTH_SECRET: '', AUTH_ISSUER: '', AUTH_AUDIENCE: '' },
    { ...rest, ...upstream, PORT: 'x', REDIS_URL: 'redis:secret-redis-password' },
  ]) {
    for (const words of [['doctor'], ['doctor', '--json']]) {
      const run = runProgram(words, settings, { cwd: await tempFolder() });
      expect(await run.ended()).toBe(1);
      const { stdout, stderr } = run.output();
      expect(stdout).toContain('settings');
      expect(stdout + stderr).not.toMatch(/secret-|sk-secret|anna/);
    }
  }
});

test('a store that was closed is sound, and is left as it was', async () => {
  const folder = await createStore();
  const { find, code } = await diagnose({}, folder);
  expect(find('store')).toMatch(
    new RegExp(`^ok: The store ${folder} is sound\\. Its version is ${LATEST}\\. `),
  );
  expect(code).toBe(0);
});

test('a store in use is examined with its newest data, beside the running program', async () => {
  const program = await startProgram();
  await program.ask('mutation { createPersona(input: { name: "New" }) { persona { id } } }');
  const { port } = new URL(program.url);
  const { find, adviceOf, code } = await diagnose({ PORT: port }, program.folder);
  expect(find('store')).toContain(`is sound. Its version is ${LATEST}.`);
  expect(find('port')).toBe(
    `warning: Port ${port} on 127.0.0.1 is in use by a program that responds to /health.`,
  );
  expect(adviceOf('port')).toContain('Ignore this if it is the running avatar-graphql.');
  expect(code).toBe(0);
});

test('a store that a crash left open is read without recovering it', async () => {
  const program = await startProgram();
  await program.ask('mutation { createPersona(input: { name: "New" }) { persona { id } } }');
  program.child.kill('SIGKILL');
  await program.ended();
  const whole = await diagnose({}, program.folder);
  expect(whole.find('store')).toContain('is sound.');
  await rm(join(program.folder, `${FILE}-shm`));
  const copied = await diagnose({}, program.folder);
  expect(copied.find('store')).toMatch(
    /^warning: .* was not closed, and can only be checked after a start\./,
  );
  expect(copied.code).toBe(0);
});

const UNUSABLE: [string, () => Promise<string>, RegExp][] = [
  [
    'a text',
    async () => {
      const folder = await tempFolder();
      await writeFile(join(folder, FILE), 'This is no database. '.repeat(100));
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
    /was migrated by a newer version \(9999_future\)\.$/,
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
];

test.each(UNUSABLE)(
  'a store that is %s fails, and is left as it was',
  async (_, create, message) => {
    const dataDir = await create();
    const folder = dataDir.endsWith('data') ? dirname(dataDir) : dataDir;
    const before = describeFolder(folder);
    const { find, adviceOf, code } = await diagnose({ DATA_DIR: dataDir });
    expect(find('store')).toMatch(/^failed: The store /);
    expect(find('store')).toMatch(message);
    expect(adviceOf('store')).toMatch(/backup/);
    expect(describeFolder(folder)).toStrictEqual(before);
    expect(code).toBe(1);
  },
);

test('a store of an earlier version is a warning, and is not migrated', async () => {
  const folder = await changeStore(`delete from kysely_migration where name = '${LATEST}'`);
  const { find, adviceOf, code } = await diagnose({}, folder);
  expect(find('store')).toContain(`The next start migrates it to ${LATEST}`);
  expect(adviceOf('store')).toBe('Create a backup first.');
  expect(code).toBe(0);
});

test('a Postgres database that is not there is told without its password', async () => {
  const port = await freePort();
  const { find, adviceOf, code } = await diagnose({
    DATABASE_URL: `postgres://anna:geheim@127.0.0.1:${port}/avatars`,
  });
  expect(find('store')).toBe(
    `failed: The store Postgres at 127.0.0.1:${port}/avatars cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
  expect(adviceOf('store')).toBe('Check DATABASE_URL and the database server.');
  expect(code).toBe(1);
});

test('a port that another program uses fails', async () => {
  const { port } = new URL(await listen((_, response) => void response.writeHead(404).end()));
  const { find, code } = await diagnose({ PORT: port });
  expect(find('port')).toBe(
    `failed: Port ${port} on 127.0.0.1 is already in use. Set PORT to a different port.`,
  );
  expect(code).toBe(1);
});

test('a host that is not of this machine fails', async () => {
  const { find, code } = await diagnose({ HOST: 'no-such-host.invalid' });
  expect(find('port')).toBe('failed: HOST no-such-host.invalid is not an address of this machine.');
  expect(code).toBe(1);
});

test('Redis that is not there is told without its password', async () => {
  const port = await freePort();
  const { find, adviceOf, code } = await diagnose({
    REDIS_URL: `redis://:geheim@127.0.0.1:${port}`,
    REDIS_SECRET: 'x'.repeat(32),
  });
  expect(find('redis')).toBe(`failed: Redis at 127.0.0.1:${port} cannot be used: ECONNREFUSED.`);
  expect(adviceOf('redis')).toMatch(/^Check REDIS_URL/);
  expect(code).toBe(1);
});

/** Node's permissions to read files, to connect and to start processes, but not to write. */
const READ_ONLY = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-child-process',
  ...['--allow-net'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag)),
];

test('the doctor needs no permission to write any file, over a store and before a service', async () => {
  const permissions = { NODE_OPTIONS: READ_ONLY.join(' '), NODE_NO_WARNINGS: '1' };
  const overStore = await diagnose(permissions, await createStore());
  expect(overStore.find('store')).toContain('is sound.');
  expect(overStore.code).toBe(0);
  const url = await listen((_, response) => void response.end('{"data":[]}'));
  const inFront = await diagnose({ ...permissions, UPSTREAM_URL: url });
  expect(inFront.find('http')).toBe('ok: HTTP/1.1. GET /v1/personas returned 200.');
  expect(inFront.code).toBe(0);
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

test.skipIf(!canMount)('a disk that is almost full fails', async () => {
  const folder = await tempFolder();
  const { stdout, status } = spawnSync(
    unshare,
    [
      ...NAMESPACE,
      `mount -t tmpfs -o size=12m tmpfs "${folder}" && exec "$@"`,
      'sh',
      process.execPath,
      'src/bin.js',
      'doctor',
    ],
    { env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder }, encoding: 'utf8' },
  );
  expect(stdout).toMatch(
    /^FAILED {3}store {7}The disk of the store .* is almost full\. 12 MB of disk space are free\.\n +Free disk space\.$/m,
  );
  expect(status).toBe(1);
});

test('a folder of data is not created by any check', async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'work'));
  await diagnose({ DATA_DIR: join(folder, 'data') }, join(folder, 'work'));
  expect(describeFolder(folder).map((line) => line.split(' ')[0])).toStrictEqual(['work']);
});
