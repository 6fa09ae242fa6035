import { expect, test } from 'vitest';
import { avatars, tools } from '../../src/avatar-service/seed/seed-data.ts';
import {
  openAccount,
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';
import { createFormInit, seedImage } from '../support/files.ts';

interface ListedRecord {
  readonly id: string;
  readonly usageCount?: number;
}

/** One service for all tests without sample data: each has its own account. */
const shared = await startAvatarService();

const list = async ({ ask }: RunningService, path: string) => {
  const { status, body } = await readResponse(ask(path));
  expect(status).toBe(200);
  const data: ListedRecord[] = body.data;
  return { data, ids: data.map(({ id }) => id), meta: body.meta };
};

const createAvatar = async ({ ask }: RunningService, displayName: string) => {
  const form = createFormInit({ displayName, imageFile: seedImage('png') });
  return (await readResponse(ask('/v1/avatars', form))).body;
};

const createTool = (service: RunningService, fields: object = {}) =>
  readResponse(
    service.askJson('POST', '/v1/tools', {
      name: 'lookup',
      description: 'Looks things up.',
      type: 'CLIENT',
      ...fields,
    }),
  );

test.each([
  ['/v1/avatars', avatars.map(({ id }) => id)],
  ['/v1/tools', tools.map(({ id }) => id)],
])('the pages of %s contain every record once, newest first', async (path, all) => {
  const service = await startAvatarService({ seeded: true });
  const seen: string[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const { ids, meta } = await list(service, `${path}?perPage=3&page=${page}`);
    expect(meta).toMatchObject({ total: all.length, perPage: 3, currentPage: page });
    seen.push(...ids);
    page = meta.next;
  }
  expect(seen).toStrictEqual(all);
  expect((await list(service, `${path}?page=${2 ** 31 - 1}&perPage=100`)).ids).toStrictEqual([]);
});

test('avatars are found by a part of their name or description, ignoring case', async () => {
  const service = await startAvatarService({ seeded: true });
  const found = async (search: string) =>
    (await list(service, `/v1/avatars?search=${encodeURIComponent(search)}`)).data;
  expect(await found('IRIS')).toMatchObject([{ displayName: 'Iris' }]);
  expect(await found('mustard SCARF')).toMatchObject([{ displayName: 'Iris' }]);
  expect(await found('100%')).toStrictEqual([]);
  const { id } = await createAvatar(service, '100% Élodie_');
  expect(await found('100%')).toMatchObject([{ id }]);
  expect(await found('élodie_')).toMatchObject([{ id }]);
  expect(await found('elodie?')).toStrictEqual([]);
});

test('avatars are filtered by any of the tags', async () => {
  const service = await startAvatarService({ seeded: true });
  const tagged = (...tags: string[]) =>
    avatars
      .filter(({ displayTags }) => displayTags.some((tag) => tags.includes(tag)))
      .map(({ id }) => id);
  expect((await list(service, '/v1/avatars?tags=formal')).ids).toStrictEqual(tagged('formal'));
  expect((await list(service, '/v1/avatars?tags=formal,%20senior')).ids).toStrictEqual(
    tagged('formal', 'senior'),
  );
  expect((await list(service, '/v1/avatars?tags=form')).ids).toStrictEqual([]);
  expect((await list(service, '/v1/avatars?onlyOneShot=true')).ids).toStrictEqual([]);
  const { id } = await createAvatar(service, 'Mine');
  expect((await list(service, '/v1/avatars?onlyOneShot=true')).ids).toStrictEqual([id]);
  expect((await list(service, '/v1/avatars?onlyOneShot=false')).meta.total).toBe(
    avatars.length + 1,
  );
});

test('a renamed avatar is found only by its new name', async () => {
  const service = await openAccount(shared);
  const { id, imageUrl } = await createAvatar(service, 'Before');
  const changed = await readResponse(
    service.askJson('PUT', `/v1/avatars/${id}`, { displayName: 'After' }),
  );
  expect(changed).toMatchObject({ status: 200, body: { id, imageUrl, displayName: 'After' } });
  expect((await list(service, '/v1/avatars?search=after')).ids).toStrictEqual([id]);
  expect((await list(service, '/v1/avatars?search=before')).ids).toStrictEqual([]);
  expect((await list(service, '/v1/avatars?onlyOneShot=true')).ids).toStrictEqual([id]);
  for (const wrong of [
    {},
    { displayName: 'ab' },
    { displayName: 'Ada', imageUrl: 'https://a.example' },
  ]) {
    expect((await service.askJson('PUT', `/v1/avatars/${id}`, wrong)).status).toBe(400);
  }
});

test('personas that refer to a deleted avatar are unchanged', async () => {
  const service = await openAccount(shared);
  const { id, imageUrl } = await createAvatar(service, 'Ada');
  const { body: persona } = await readResponse(
    service.askJson('POST', '/v1/personas', { avatarId: id }),
  );
  const etag = (await fetch(imageUrl)).headers.get('etag') ?? '';
  expect((await fetch(imageUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const remove = (query = '') =>
    readResponse(service.ask(`/v1/avatars/${id}${query}`, { method: 'DELETE' }));
  expect(await remove()).toStrictEqual({
    status: 200,
    body: { message: 'Avatar deleted successfully' },
  });
  expect((await service.ask(`/v1/avatars/${id}`)).status).toBe(404);
  expect((await list(service, '/v1/avatars')).ids).toStrictEqual([]);
  expect((await remove()).status).toBe(404);
  for (const init of [
    {},
    { method: 'HEAD' },
    { headers: { 'if-none-match': etag } },
    { headers: { 'if-none-match': '*' } },
    { headers: { range: 'bytes=0-9', 'if-range': etag } },
  ]) {
    expect((await fetch(imageUrl, init)).status).toBe(404);
  }
  expect((await readResponse(service.ask(`/v1/personas/${persona.id}`))).body).toStrictEqual(
    persona,
  );
  expect((await remove('?hard=true')).status).toBe(200);
  expect((await fetch(imageUrl)).status).toBe(404);
  expect((await remove('?hard=true')).status).toBe(404);
});

test('an avatar deleted with hard=true leaves nothing in the store', async () => {
  const service = await openAccount(shared);
  const { id, imageUrl } = await createAvatar(service, 'Ada');
  const deleted = await service.ask(`/v1/avatars/${id}?hard=true`, { method: 'DELETE' });
  expect([deleted.status, (await fetch(imageUrl)).status]).toStrictEqual([200, 404]);
  await expect.poll(() => service.store.avatars.readFileSlice(String(id), 0)).toBeUndefined();
});

test('tools of each type are found by name, description or id', async () => {
  const service = await openAccount(shared);
  const { status, body } = await createTool(service);
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'lookup', type: 'CLIENT', config: {}, usageCount: 0 });
  for (const search of ['LOOK', 'things', body.id]) {
    expect((await list(service, `/v1/tools?search=${search}`)).ids).toStrictEqual([body.id]);
  }
  const others = [
    { name: 'a', type: 'SERVER_RAG', config: { documentFolderIds: [body.id] } },
    { name: 'b', type: 'SERVER_WEBHOOK', config: { url: 'https://a.example', method: 'GET' } },
    { name: 'c', type: 'SYSTEM', config: { action: 'interrupt' } },
  ];
  for (const tool of others) {
    expect(await createTool(service, tool)).toMatchObject({ status: 201, body: tool });
  }
});

test.each<[object, (string | number)[]]>([
  [{ name: 'two words' }, ['name']],
  [{ name: 'x'.repeat(65) }, ['name']],
  [{ description: '' }, ['description']],
  [{ type: 'client' }, ['type']],
  [{ config: { toolTimeoutSeconds: 601 } }, ['config', 'toolTimeoutSeconds']],
  [{ type: 'SERVER_RAG' }, ['config', 'documentFolderIds']],
  [{ type: 'SERVER_WEBHOOK', config: { url: 'ftp://a', method: 'GET' } }, ['config', 'url']],
  [
    { type: 'SERVER_WEBHOOK', config: { url: 'https://a.example', method: 'HEAD' } },
    ['config', 'method'],
  ],
  [{ type: 'SYSTEM', config: { action: 'dance' } }, ['config', 'action']],
])('a tool with %j is reported at its path', async (fields, path) => {
  const service = await openAccount(shared);
  expect(await createTool(service, fields)).toMatchObject({
    status: 400,
    body: { details: [{ path }] },
  });
});

test('tool names are unique, even for concurrent requests', async () => {
  const service = await openAccount(shared);
  const created = await Promise.all(Array.from({ length: 5 }, () => createTool(service)));
  expect(created.map(({ status }) => status).sort()).toStrictEqual([201, 400, 400, 400, 400]);
  const { body: other } = await createTool(service, { name: 'other' });
  const rename = await readResponse(
    service.askJson('PUT', `/v1/tools/${other.id}`, { name: 'lookup' }),
  );
  expect(rename).toMatchObject({ status: 400, body: { details: [{ path: ['name'] }] } });
  const same = await service.askJson('PUT', `/v1/tools/${other.id}`, { name: 'other' });
  expect(same.status).toBe(200);
  const [id] = (await list(service, '/v1/tools?search=lookup')).ids;
  await service.ask(`/v1/tools/${id}`, { method: 'DELETE' });
  expect((await createTool(service)).status).toBe(201);
});

test('a tool that personas use cannot be deleted', async () => {
  const service = await openAccount(shared);
  const { id } = (await createTool(service)).body;
  const create = async () =>
    (
      await readResponse(
        service.askJson('POST', '/v1/personas', { toolIds: [id.toUpperCase(), id] }),
      )
    ).body;
  const [first, second] = [await create(), await create()];
  expect((await readResponse(service.ask(`/v1/tools/${id}`))).body.usageCount).toBe(2);
  const remove = () => service.ask(`/v1/tools/${id}`, { method: 'DELETE' });
  expect(await readResponse(remove())).toMatchObject({
    status: 403,
    body: { message: '2 personas use the tool lookup. Remove the tool from them first.' },
  });
  await service.askJson('PUT', `/v1/personas/${first.id}`, { toolIds: [] });
  expect((await list(service, '/v1/tools')).data[0]?.usageCount).toBe(1);
  expect((await remove()).status).toBe(403);
  await service.ask(`/v1/personas/${second.id}`, { method: 'DELETE' });
  expect((await remove()).status).toBe(204);
});
