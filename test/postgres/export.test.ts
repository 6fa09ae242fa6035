import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { runCommand } from '../support/command.ts';
import { createAvatarInit, seedImage, seedImageBytes } from '../support/files.ts';
import { tempFolder } from '../support/resources.ts';
import { locateDatabase, placeSettings, query, tempDatabase } from '../support/stores.ts';

const LLM = '41111111-1111-4111-8111-111111111111';

/** Creates a SQLite store with seeded records, an avatar, a key and 45 personas: more than one batch. */
async function createRecords() {
  const dataDir = await tempFolder();
  const service = await startAvatarService({ place: { dataDir }, seeded: true });
  const form = createAvatarInit(seedImage('jpeg')).body;
  const { id: avatarId } = (await service.send('POST /v1/avatars', form)).body;
  for (let index = 0; index < 45; index += 1)
    await service.store.personas.insert({ id: crypto.randomUUID(), name: `P\0 ${index} É` });
  await service.store.llms.insert({ id: LLM, displayName: 'Mine' }, 'sk-moved');
  const { key } = await createKey(service.store, { plan: 'free', label: 'kept' });
  const listed = await (await service.ask('/v1/personas?perPage=100')).text();
  return { dataDir, service, avatarId, key, listed };
}

/** Creates a SQLite store with a tool and the API key of an LLM, and returns its folder. */
async function createSecret() {
  const dataDir = await tempFolder();
  const store = await openStore({ dataDir });
  await store.tools.insert({ id: crypto.randomUUID(), name: 'lookup' });
  await store.llms.insert({ id: LLM, displayName: 'Mine' }, 'sk-moved');
  await store.close();
  return dataDir;
}

/** Returns functions that export and import one file, with the settings of a store. */
async function createCommands() {
  const folder = await tempFolder();
  const passphrase = join(folder, 'passphrase');
  await writeFile(passphrase, 'correct horse battery staple');
  let count = 0;
  const getFile = () => join(folder, `${count}.export`);
  const run = (word: string, settings: Record<string, string>) =>
    runCommand([word, getFile(), '--passphrase-file', passphrase], settings);
  return {
    exportFrom: (settings: Record<string, string>) => {
      count += 1;
      return run('export', settings);
    },
    importInto: (settings: Record<string, string>) => run('import', settings),
  };
}

test('an export of SQLite is imported into Postgres, and one of Postgres into SQLite', async () => {
  const { dataDir, avatarId, key, listed, service } = await createRecords();
  await service.send('GET /v1/auth/session-token');
  const { exportFrom, importInto } = await createCommands();
  expect(await exportFrom({ DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' });
  const database = locateDatabase(await tempDatabase(inject('postgres')));
  const there = await importInto(placeSettings(database));
  expect(there).toMatchObject({ code: 0, stderr: '' });
  expect(there.stdout).toMatch(/^Imported \d+ rows into Postgres at \S+\.\n$/);

  const moved = await startAvatarService({ place: database });
  const listedThere = await (await moved.ask('/v1/personas?perPage=100', { key })).text();
  expect(listedThere.replaceAll(moved.url, service.url)).toBe(listed);
  const image = await moved.ask(`/v1/avatars/${avatarId}/image`, { key: null });
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('jpeg'));
  const created = (await moved.send('POST /v1/personas', { name: 'Newest' })).body;
  const [first] = (await moved.send('GET /v1/personas')).body.data;
  expect(first.id).toBe(created.id);
  const signingKey = await service.store.getOrCreateValue('signing-key', () => 'another');
  expect(await moved.store.getOrCreateValue('signing-key', () => 'yet another')).toBe(signingKey);
  expect(await moved.store.llms.readSecret(LLM)).toBe('sk-moved');

  expect(await exportFrom(placeSettings(database))).toMatchObject({ code: 0, stderr: '' });
  const back = {
    dataDir: await tempFolder(),
    secret: new Secret('a secret of thirty-two bytes or more'),
  };
  expect(await importInto(placeSettings(back))).toMatchObject({ code: 0, stderr: '' });
  const returned = await openStore(back);
  expect(await returned.personas.find(created.id)).toMatchObject({ name: 'Newest' });
  expect(await returned.llms.readSecret(LLM)).toBe('sk-moved');
  await returned.close();
});

test('a store with API keys of LLMs needs the keys that decrypt and encrypt them', async () => {
  const dataDir = await createSecret();
  const databaseUrl = await tempDatabase(inject('postgres'));
  const { exportFrom, importInto } = await createCommands();
  await exportFrom({ DATA_DIR: dataDir });
  const unset = await importInto({ DATABASE_URL: databaseUrl });
  expect(unset).toMatchObject({ code: 1, stderr: expect.stringContaining('set STORE_SECRET') });
  const store = await openStore(locateDatabase(databaseUrl));
  expect((await store.personas.list({ offset: 0, limit: 1 })).total).toBe(0);
  await store.close();
  await rm(join(dataDir, 'avatar-service.key'));
  expect(await exportFrom({ DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('key for the API keys of custom LLMs is missing'),
  });
});

test('the database of a running service is not replaced, and one that changes rows keeps its own', async () => {
  const dataDir = await createSecret();
  const databaseUrl = await tempDatabase(inject('postgres'));
  const place = locateDatabase(databaseUrl);
  const { exportFrom, importInto } = await createCommands();
  await exportFrom({ DATA_DIR: dataDir });
  const store = await openStore(place);
  await store.personas.list({ offset: 0, limit: 1 });
  expect(await importInto(placeSettings(place))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it is in use. Stop the service first.'),
  });
  await store.close();
  await query(
    databaseUrl,
    `create function interfere() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger interfere before insert on tools for each row execute function interfere();`,
  );
  expect(await importInto(placeSettings(place))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('some rows were not stored'),
  });
  const unchanged = await openStore(place);
  expect((await unchanged.personas.list({ offset: 0, limit: 1 })).total).toBe(0);
  await unchanged.close();
});
