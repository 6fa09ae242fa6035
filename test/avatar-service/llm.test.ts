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

const create = ({ send }: RunningService, fields: object = {}) =>
  send('POST /v1/llms', { ...LLM, ...fields });

/** Starts a service with a store in this folder, also in tests over Postgres. */
async function startInFolder(folder: string, secret?: string) {
  const place = { dataDir: folder, ...(secret !== undefined && { secret: new Secret(secret) }) };
  return startAvatarService({ place, store: await openStore(place), onError: () => undefined });
}

test('the API key of a custom LLM is kept, replaced and deleted with it, and never shown', async () => {
  const service = await startInFolder(await tempFolder());
  const { send, store } = service;
  const { body } = await create(service);
  const line = `/v1/llms/${body.id}`;
  const readSecret = () => store.llms.readSecret(body.id);
  const { secret, ...shown } = LLM;
  expect(body).toMatchObject({ ...shown, isDefault: false, isGlobal: false });
  expect((await send('GET /v1/llms')).body.data).toStrictEqual([body]);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect((await send(`PUT ${line}`, { description: 'For tests.' })).status).toBe(200);
  expect(await readSecret()).toBe(secret);
  const rekeyed = await send(`PUT ${line}`, { secret: 'sk-very-secret-2', description: 'Fast.' });
  expect(rekeyed).toMatchObject({ status: 200, body: { description: 'Fast.' } });
  expect(JSON.stringify(rekeyed)).not.toContain('secret');
  expect((await send(`PUT ${line}`, { description: null })).status).toBe(400);
  expect(await readSecret()).toBe('sk-very-secret-2');
  expect((await send(`DELETE ${line}`)).status).toBe(204);
  expect(await readSecret()).toBeUndefined();
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

test.each([
  [{ secret: undefined }, ['secret']],
  [{ displayName: ' ' }, ['displayName']],
  [{ urls: [] }, ['urls']],
  [{ apiKey: 'sk-in-the-wrong-field' }, ['apiKey']],
])(
  'a custom LLM with %j is reported at its path, and creates no encryption key',
  async (fields, path) => {
    const folder = await tempFolder();
    const { status, body } = await create(await startInFolder(folder), fields);
    expect([status, body.details]).toMatchObject([400, [{ path }]]);
    expect(JSON.stringify(body)).not.toContain('sk-');
    expect(existsSync(join(folder, KEY_FILE))).toBe(false);
  },
);

test('built-in LLMs are listed before the others', async () => {
  const service = await startAvatarService();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c'])
    ids.push((await create(service, { displayName: name })).body.id);
  const all = [...BUILT_IN_LLMS.map(({ id }) => id), ...ids.toReversed()];
  const pages: string[] = [];
  const list = async (query: string) => (await service.send(`GET /v1/llms${query}`)).body;
  for (const page of [1, 2, 3, 4]) {
    const { data, meta } = await list(`?includeDefaults=true&perPage=2&page=${page}`);
    expect(meta).toMatchObject({ total: 6, lastPage: 3 });
    pages.push(...data.map(({ id }: { id: string }) => id));
  }
  expect(pages).toStrictEqual(all);
  expect((await list('')).meta.total).toBe(3);
  const found = await list('?includeDefaults=true&search=LLAMA');
  expect(found.data).toMatchObject([{ id: 'SERVICE_LLAMA_v3_3_70B_V1', isDefault: true }]);
});

test('built-in LLMs are read-only', async () => {
  const { send } = await startAvatarService();
  for (const { id } of BUILT_IN_LLMS) {
    const line = `/v1/llms/${id}`;
    expect((await send(`GET ${line}`)).body).toMatchObject({ id, isDefault: true });
    expect((await send(`PUT ${line}`, { displayName: 'x' })).status).toBe(409);
    expect((await send(`DELETE ${line}`)).status).toBe(409);
  }
});

test('without its key file, a store loses only the API keys of LLMs', async () => {
  const folder = await tempFolder();
  const service = await startInFolder(folder);
  const { id } = (await create(service)).body;
  const file = join(folder, KEY_FILE);
  const key = readFileSync(file);
  rmSync(file);

  const lost = /^The encryption key .+ is missing\. The operator must restore it/;
  const rejected = { status: 409, body: { message: expect.stringMatching(lost) } };
  expect(await create(service, { displayName: 'Another' })).toMatchObject(rejected);
  expect(existsSync(file)).toBe(false);
  await expect(service.store.llms.readSecret(id)).rejects.toThrow('is missing');
  // Requests that need no key still work.
  const { send } = service;
  expect((await send('GET /v1/llms')).body.meta.total).toBe(1);
  expect((await send(`PUT /v1/llms/${id}`, { displayName: 'Renamed' })).status).toBe(200);
  expect((await send('POST /v1/personas', { name: 'Ada', llmId: id })).status).toBe(201);

  writeFileSync(file, key);
  expect(await service.store.llms.readSecret(id)).toBe(LLM.secret);
  expect((await create(service, { displayName: 'Another' })).status).toBe(201);

  // When all LLMs with unreadable keys are deleted, a new key is created.
  rmSync(file);
  for (const { id: each } of (await send('GET /v1/llms')).body.data)
    expect((await send(`DELETE /v1/llms/${each}`)).status).toBe(204);
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
  const services = await Promise.all([1, 2, 3].map(() => startInFolder(folder)));
  const created = await Promise.all(services.map((service) => create(service)));
  expect(created.map(({ status }) => status)).toStrictEqual([201, 201, 201]);
  for (const { body } of created) {
    for (const { store } of services) expect(await store.llms.readSecret(body.id)).toBe(LLM.secret);
  }
  expect(readdirSync(folder).filter((file) => file.startsWith(KEY_FILE))).toStrictEqual([KEY_FILE]);
});
