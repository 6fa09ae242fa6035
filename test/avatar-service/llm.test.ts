import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { createSecretEncryption } from '../../src/avatar-service/store/secret-encryption.ts';
import { BUILT_IN_LLMS } from '../../src/contract/llm.ts';
import { Secret } from '../../src/shared/secret.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { tempFolder } from '../support/resources.ts';

const KEY_FILE = 'avatar-service.key';

const LLM = {
  displayName: 'House model',
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example.com/v1', region: 'eu' }],
  modelName: 'some-model',
  temperature: 0.5,
  secret: 'sk-very-secret-1',
};

const answer = async (asked: Promise<Response>) => {
  const response = await asked;
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
};

const create = ({ askJson }: RunningService, fields: object = {}) =>
  answer(askJson('POST', '/v1/llms', { ...LLM, ...fields }));

/** Starts a service with a store in this folder, also in tests over Postgres. */
async function startInFolder(folder: string, secret?: string) {
  const place = { dataDir: folder, ...(secret !== undefined && { secret: new Secret(secret) }) };
  return startAvatarService({ place, store: await openStore(place), onError: () => undefined });
}

test('a custom LLM is created and returned without its API key', async () => {
  const folder = await tempFolder();
  const service = await startInFolder(folder);
  const { status, text, body } = await create(service);
  expect(status).toBe(201);
  const { secret, ...shown } = LLM;
  expect(body).toMatchObject({ ...shown, isDefault: false, isGlobal: false });
  const later = await answer(service.ask(`/v1/llms/${body.id}`));
  expect(later.body).toStrictEqual(body);
  const listed = await answer(service.ask('/v1/llms'));
  expect(listed.body.data).toStrictEqual([body]);
  for (const each of [text, later.text, listed.text]) expect(each).not.toContain('secret');
  expect(await service.store.llms.readSecret(body.id)).toBe(LLM.secret);
});

test('an API key is encrypted on disk', async () => {
  const folder = await tempFolder();
  expect(existsSync(join(folder, KEY_FILE))).toBe(false);
  const service = await startInFolder(folder);
  expect(existsSync(join(folder, KEY_FILE))).toBe(false);
  await create(service);
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  expect(files.some((bytes) => bytes.includes('some-model'))).toBe(true);
  for (const clear of [LLM.secret, Buffer.from(LLM.secret).toString('base64url')]) {
    expect(files.some((bytes) => bytes.includes(clear))).toBe(false);
  }
  if (process.platform !== 'win32') {
    expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600);
  }
});

test('an update of an LLM changes only the given fields', async () => {
  const service = await startInFolder(await tempFolder());
  const { id } = (await create(service)).body;
  const change = (body: object) => answer(service.askJson('PUT', `/v1/llms/${id}`, body));
  const renamed = await change({ displayName: 'Renamed', description: 'For tests.' });
  expect(renamed.body).toMatchObject({ displayName: 'Renamed', modelName: 'some-model' });
  expect(await service.store.llms.readSecret(id)).toBe(LLM.secret);
  const rekeyed = await change({ secret: 'sk-very-secret-2', description: 'Fast.' });
  expect([rekeyed.status, rekeyed.body.description]).toStrictEqual([200, 'Fast.']);
  expect((await change({ description: null })).status).toBe(400);
  expect(rekeyed.text).not.toContain('secret');
  expect(await service.store.llms.readSecret(id)).toBe('sk-very-secret-2');
});

test('the API key of a deleted LLM is deleted', async () => {
  const service = await startInFolder(await tempFolder());
  const { id } = (await create(service)).body;
  const deletion = await answer(service.ask(`/v1/llms/${id}`, { method: 'DELETE' }));
  expect([deletion.status, deletion.text]).toStrictEqual([204, '']);
  expect((await service.ask(`/v1/llms/${id}`)).status).toBe(404);
  expect(await service.store.llms.readSecret(id)).toBeUndefined();
});

test.each([
  [{ secret: undefined }, ['secret']],
  [{ secret: '' }, ['secret']],
  [{ displayName: ' ' }, ['displayName']],
  [{ urls: [] }, ['urls']],
  [{ urls: [{ url: 'ftp://llm.example.com' }] }, ['urls', 0, 'url']],
  [{ urls: [{ url: 'https://user:password@llm.example.com' }] }, ['urls', 0, 'url']],
  [{ temperature: 3 }, ['temperature']],
  [{ apiKey: 'sk-in-the-wrong-field' }, ['apiKey']],
])('a custom LLM with %j is reported at its path', async (fields, path) => {
  const folder = await tempFolder();
  const service = await startInFolder(folder);
  const { status, text, body } = await create(service, fields);
  expect(status).toBe(400);
  expect(body.details[0].path).toStrictEqual(path);
  expect(text).not.toMatch(/sk-/);
  expect(existsSync(join(folder, KEY_FILE))).toBe(false);
});

test('built-in LLMs are listed before the others', async () => {
  const service = await startAvatarService();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c'])
    ids.push((await create(service, { displayName: name })).body.id);
  const all = [...BUILT_IN_LLMS.map(({ id }) => id), ...ids.toReversed()];
  const pages: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    const query = `includeDefaults=true&perPage=2&page=${page}`;
    const { data, meta } = (await answer(service.ask(`/v1/llms?${query}`))).body;
    expect(meta).toMatchObject({ total: 6, lastPage: 3 });
    pages.push(...data.map(({ id }: { id: string }) => id));
  }
  expect(pages).toStrictEqual(all);
  expect((await answer(service.ask('/v1/llms'))).body.meta.total).toBe(3);
  const found = await answer(service.ask('/v1/llms?includeDefaults=true&search=LLAMA'));
  expect(found.body.data).toMatchObject([{ id: 'SERVICE_LLAMA_v3_3_70B_V1', isDefault: true }]);
});

test('built-in LLMs are read-only', async () => {
  const { ask, askJson } = await startAvatarService();
  for (const { id } of BUILT_IN_LLMS) {
    expect((await answer(ask(`/v1/llms/${id}`))).body).toMatchObject({ id, isDefault: true });
    expect((await askJson('PUT', `/v1/llms/${id}`, { displayName: 'x' })).status).toBe(403);
    expect((await ask(`/v1/llms/${id}`, { method: 'DELETE' })).status).toBe(403);
  }
});

test('without its key file, a store loses only the API keys of LLMs', async () => {
  const folder = await tempFolder();
  const service = await startInFolder(folder);
  const { id } = (await create(service)).body;
  const file = join(folder, KEY_FILE);
  const key = readFileSync(file);
  rmSync(file);

  const lost = {
    status: 409,
    body: {
      message: expect.stringMatching(
        /^The encryption key .+ is missing\. The operator must restore it/,
      ),
    },
  };
  expect(await create(service, { displayName: 'Another' })).toMatchObject(lost);
  expect(existsSync(file)).toBe(false);
  await expect(service.store.llms.readSecret(id)).rejects.toThrow('is missing');
  // Requests that need no key still work.
  expect((await answer(service.ask('/v1/llms'))).body.meta.total).toBe(1);
  const renamed = await service.askJson('PUT', `/v1/llms/${id}`, { displayName: 'Renamed' });
  expect(renamed.status).toBe(200);
  expect((await service.askJson('POST', '/v1/personas', { name: 'Ada', llmId: id })).status).toBe(
    201,
  );

  writeFileSync(file, key);
  expect(await service.store.llms.readSecret(id)).toBe(LLM.secret);
  expect((await create(service, { displayName: 'Another' })).status).toBe(201);

  // When all LLMs with unreadable keys are deleted, a new key is created.
  rmSync(file);
  for (const { id: each } of (await answer(service.ask('/v1/llms'))).body.data) {
    expect((await service.ask(`/v1/llms/${each}`, { method: 'DELETE' })).status).toBe(204);
  }
  expect((await create(service)).status).toBe(201);
});

test('with STORE_SECRET no key file is needed', async () => {
  const folder = await tempFolder();
  const before = await startInFolder(folder);
  const { id: first } = (await create(before)).body;
  const secret = randomBytes(32).toString('hex');
  const after = await startInFolder(folder, secret);
  const { id: second } = (await create(after, { secret: 'sk-2' })).body;
  expect(await after.store.llms.readSecret(first)).toBe(LLM.secret);
  rmSync(join(folder, KEY_FILE));
  expect(await after.store.llms.readSecret(second)).toBe('sk-2');
  expect((await create(after)).status).toBe(201);
  const another = await startInFolder(folder, randomBytes(32).toString('hex'));
  await expect(another.store.llms.readSecret(second)).rejects.toThrow('is missing');
});

test('a store without a folder rejects API keys unless STORE_SECRET is set', async () => {
  const encryption = createSecretEncryption({});
  await expect(encryption.encrypt('sk-1', 'id', async () => false)).rejects.toThrow('STORE_SECRET');
});

test('an encrypted API key can be decrypted only for its LLM', async () => {
  const encryption = createSecretEncryption({ secret: new Secret('s'.repeat(32)) });
  const none = async () => false;
  const encrypted = await encryption.encrypt('sk-1', 'one', none);
  expect(await encryption.decrypt(encrypted, 'one')).toBe('sk-1');
  expect(await encryption.encrypt('sk-1', 'one', none)).not.toBe(encrypted);
  await expect(encryption.decrypt(encrypted, 'two')).rejects.toThrow('failed');
  const changed = `${encrypted.slice(0, -2)}${encrypted.endsWith('AA') ? 'BB' : 'AA'}`;
  await expect(encryption.decrypt(changed, 'one')).rejects.toThrow('failed');
});

test('processes that need a key at the same time share one', async () => {
  const folder = await tempFolder();
  const services = await Promise.all([
    startInFolder(folder),
    startInFolder(folder),
    startInFolder(folder),
  ]);
  const created = await Promise.all(services.map((service) => create(service)));
  expect(created.map(({ status }) => status)).toStrictEqual([201, 201, 201]);
  for (const { body } of created) {
    for (const { store } of services) expect(await store.llms.readSecret(body.id)).toBe(LLM.secret);
  }
  expect(readdirSync(folder).filter((file) => file.startsWith(KEY_FILE))).toStrictEqual([KEY_FILE]);
});
