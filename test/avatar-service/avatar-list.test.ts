import { expect, test } from 'vitest';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, seedImage } from '../support/files.ts';
import { avatars } from '../support/sample/records.ts';

/** One service for all tests without sample data: each has its own account. */
const shared = await startAvatarService();

const list = async ({ send }: RunningService, query: string) => {
  const { status, body } = await send(`GET /v1/avatars?${query}`);
  expect(status).toBe(200);
  return { meta: body.meta, ids: body.data.map(({ id }: { id: string }) => id) };
};

const createAvatar = async ({ send }: RunningService, displayName: string) => {
  const form = createFormInit({ displayName, imageFile: seedImage('png') });
  return (await send('POST /v1/avatars', form.body)).body;
};

test('avatars are found by a part of their name or description, ignoring case', async () => {
  const service = await startAvatarService({ seeded: true });
  const found = async (text: string) =>
    (await list(service, `search=${encodeURIComponent(text)}`)).ids;
  const iris = avatars.find(({ displayName }) => displayName === 'Iris')?.id;
  for (const text of ['IRIS', 'mustard SCARF']) expect(await found(text)).toStrictEqual([iris]);
  expect(await found('100%')).toStrictEqual([]);
  const { id } = await createAvatar(service, '100% Élodie_');
  for (const text of ['100%', 'élodie_']) expect(await found(text)).toStrictEqual([id]);
  expect(await found('elodie?')).toStrictEqual([]);
});

test('avatars are filtered by any of the tags', async () => {
  const service = await startAvatarService({ seeded: true });
  const tagged = (...tags: string[]) =>
    avatars
      .filter(({ displayTags }) => displayTags.some((tag) => tags.includes(tag)))
      .map(({ id }) => id);
  const filtered = async (query: string) => (await list(service, query)).ids;
  expect(await filtered('tags=formal')).toStrictEqual(tagged('formal'));
  expect(await filtered('tags=formal,%20senior')).toStrictEqual(tagged('formal', 'senior'));
  for (const query of ['tags=form', 'onlyOneShot=true'])
    expect(await filtered(query)).toStrictEqual([]);
  const { id } = await createAvatar(service, 'Mine');
  expect(await filtered('onlyOneShot=true')).toStrictEqual([id]);
  expect((await list(service, 'onlyOneShot=false')).meta.total).toBe(avatars.length + 1);
});

test('a renamed avatar is found only by its new name', async () => {
  const service = await openAccount(shared);
  const { id, imageUrl } = await createAvatar(service, 'Before');
  const change = (body: object) => service.send(`PUT /v1/avatars/${id}`, body);
  const renamed = { id, imageUrl, displayName: 'After' };
  const changed = await change({ displayName: 'After' });
  expect(changed).toMatchObject({ status: 200, body: renamed });
  for (const query of ['search=after', 'onlyOneShot=true'])
    expect((await list(service, query)).ids).toStrictEqual([id]);
  expect((await list(service, 'search=before')).ids).toStrictEqual([]);
  const url = { displayName: 'Ada', imageUrl: 'https://a.example' };
  for (const wrong of [{}, { displayName: 'ab' }, url])
    expect((await change(wrong)).status).toBe(400);
});

test('personas that refer to a deleted avatar are unchanged', async () => {
  const service = await openAccount(shared);
  const { id, imageUrl } = await createAvatar(service, 'Ada');
  const { body: persona } = await service.send('POST /v1/personas', { avatarId: id });
  const etag = (await fetch(imageUrl)).headers.get('etag') ?? '';
  expect((await fetch(imageUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const remove = (query = '') => service.send(`DELETE /v1/avatars/${id}${query}`);
  const deleted = { status: 200, body: { message: 'Avatar deleted successfully' } };
  expect(await remove()).toStrictEqual(deleted);
  expect((await service.ask(`/v1/avatars/${id}`)).status).toBe(404);
  expect((await list(service, '')).ids).toStrictEqual([]);
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
  expect((await service.send(`GET /v1/personas/${persona.id}`)).body).toStrictEqual(persona);
});

test.each(['', '?hard=true'])(
  'an avatar deleted with %o leaves nothing in the store',
  async (query) => {
    const service = await openAccount(shared);
    const { id, imageUrl } = await createAvatar(service, 'Ada');
    const deleted = await service.send(`DELETE /v1/avatars/${id}${query}`);
    expect([deleted.status, (await fetch(imageUrl)).status]).toStrictEqual([200, 404]);
    await expect.poll(() => service.store.avatars.readFileSlice(String(id), 0)).toBeUndefined();
  },
);
