import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { moveStore } from '../../src/avatar-service/store/move.ts';
import { StoreError } from '../../src/avatar-service/store/store-error.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { runCommand } from '../support/command.ts';
import { createAvatarInit, seedImage, seedImageBytes } from '../support/files.ts';
import { tempFolder } from '../support/resources.ts';
import { query, tempDatabase } from '../support/stores.ts';

const LLM = '41111111-1111-4111-8111-111111111111';
const STORE_SECRET = 'a secret of at least thirty-two bytes';

/** Starts a service over SQLite with seeded records, an avatar, a key and 45 personas: more than one batch. */
async function startWithRecords() {
  const dataDir = await tempFolder();
  const service = await startAvatarService({ place: { dataDir }, seeded: true });
  const form = createAvatarInit(seedImage('jpeg')).body;
  const { id: avatarId } = (await service.send('POST /v1/avatars', form)).body;
  for (let index = 0; index < 45; index += 1) {
    await service.store.personas.insert({ id: crypto.randomUUID(), name: `P\0 ${index} É` });
  }
  await service.store.llms.insert({ id: LLM, displayName: 'Mine' }, 'sk-moved');
  const { key } = await createKey(service.store, { plan: 'free', label: 'kept' });
  const listed = await (await service.ask('/v1/personas?perPage=100')).text();
  return { dataDir, service, avatarId, key, listed };
}

const getPlace = (url: string) => ({
  databaseUrl: new Secret(url),
  secret: new Secret(STORE_SECRET),
});

const move = (to: string, dataDir: string, databaseUrl: string, secret = STORE_SECRET) =>
  runCommand(['move', '--to', to], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(secret && { STORE_SECRET: secret }),
  });

/** The tables that are copied, and the number of rows of some. */
const TABLES = [
  'stored_values api_keys=3 personas=73 avatars=9 tools=6 voices=8 llms=1 shareLinks=0',
  'meetingInvites=0 sessions=8 knowledgeGroups=1 knowledgeDocuments=2 hidden_avatars=0',
  'persona_tools voice_uploads=0 live_sessions=1 files=19 file_slices=19 storage_use=1',
  'document_chunks document_jobs=0 removed_files=0 llm_secrets=1',
].flatMap((line) => line.split(' '));

const LINES = [
  ...TABLES.map((table) => {
    const [name, rows = '[1-9]\\d?'] = table.split('=');
    return new RegExp(`^${name} +${rows} rows, sha256 [0-9a-f]{64}, verified$`);
  }),
  /^Start the service with DATABASE_URL: it then uses \S.*\. \S+ has not changed\.$/,
];

test('move copies a store to Postgres and back', async () => {
  const { dataDir, avatarId, key, listed, service } = await startWithRecords();
  await service.send('GET /v1/auth/session-token');
  const databaseUrl = await tempDatabase(inject('postgres'));

  const there = await move('postgres', dataDir, databaseUrl);
  expect(there).toMatchObject({ code: 0, stderr: '' });
  const lines = there.stdout.trimEnd().split('\n');
  expect(lines).toStrictEqual(LINES.map((line) => expect.stringMatching(line)));

  const moved = await startAvatarService({ place: getPlace(databaseUrl), seeded: true });
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

  const empty = await tempFolder();
  const back = await move('sqlite', empty, databaseUrl);
  expect(back).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toContain(`without DATABASE_URL: it then uses ${empty}`);
  const returned = await startAvatarService({ place: { dataDir: empty } });
  const stored = await returned.store.personas.find(created.id);
  expect(created).toMatchObject({ ...stored });
  expect(stored).toMatchObject({ id: created.id, name: 'Newest' });
  const opened = await openStore({ dataDir: empty, secret: new Secret(STORE_SECRET) });
  expect(await opened.llms.readSecret(LLM)).toBe('sk-moved');
  await opened.close();
});

test('a store with API keys of LLMs is moved only if they can be decrypted', async () => {
  const { dataDir } = await startWithRecords();
  const databaseUrl = await tempDatabase(inject('postgres'));
  const unset = await move('postgres', dataDir, databaseUrl, '');
  expect(unset).toMatchObject({ code: 1, stderr: expect.stringContaining('STORE_SECRET') });
  await rm(join(dataDir, 'avatar-service.key'));
  const lost = await move('postgres', dataDir, databaseUrl);
  const reason = 'the encryption key for the API keys of custom LLMs is missing';
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  const store = await openStore(getPlace(databaseUrl));
  expect((await store.personas.list({ offset: 0, limit: 1 })).total).toBe(0);
  await store.close();
});

test('a target store with records is rejected and not changed', async () => {
  const { dataDir } = await startWithRecords();
  const databaseUrl = await tempDatabase(inject('postgres'));
  const store = await openStore(getPlace(databaseUrl));
  await store.tools.insert({ id: 'mine' });
  const { code, stderr } = await move('postgres', dataDir, databaseUrl);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Postgres at .+ already contains tools\. The target store must be empty\.\n$/,
  );
  expect(await store.tools.find('mine')).toStrictEqual({ id: 'mine' });
  expect((await store.personas.list({ offset: 0, limit: 1 })).total).toBe(0);
  await store.close();
});

test.each([
  ['modifies', "new.record := replace(new.record, 'name', 'nome'); return new;"],
  ['drops', 'return null;'],
])('nothing is moved to a target that %s a row', async (_, body) => {
  const { dataDir } = await startWithRecords();
  const databaseUrl = await tempDatabase(inject('postgres'));
  const store = await openStore(getPlace(databaseUrl));
  await query(
    databaseUrl,
    `create function interfere() returns trigger language plpgsql as $$ begin ${body} end $$;
     create trigger interfere before insert on tools for each row execute function interfere();`,
  );
  const moved = moveStore({ dataDir }, getPlace(databaseUrl));
  await expect(moved).rejects.toThrow(StoreError);
  await expect(moved).rejects.toThrow(
    /^Verification failed: 6 tools in .+, \d copied, or their contents differ\. Nothing was changed\./,
  );
  expect((await store.personas.list({ offset: 0, limit: 1 })).total).toBe(0);
  await store.close();
});

const DATABASE_URL = 'postgres://user:password@127.0.0.1:1/avatars';

test.each<[string, Record<string, string>, string]>([
  ['move --to postgres', {}, 'DATABASE_URL is not set.'],
  ['backup file', { DATABASE_URL }, 'DATABASE_URL is set. Use pg_dump and pg_restore for'],
  ['restore file', { DATABASE_URL }, 'DATABASE_URL is set. Use pg_dump and pg_restore for'],
])('%s with the settings %j is rejected', async (commandLine, settings, reason) => {
  const { code, stderr } = await runCommand(commandLine.split(' '), settings);
  expect([code, stderr]).toStrictEqual([1, expect.stringContaining(reason)]);
});
