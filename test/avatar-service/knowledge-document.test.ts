import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import {
  addDocument,
  createGroup,
  openAccount,
  search,
  sendDocument,
  startAvatarService,
  waitForDocument,
} from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock } from './sessions.ts';

const clock = createClock();
/** One service for the tests with its store as it is: each has its own account. */
const shared = await startAvatarService({ now: clock.now });

test('a document is renamed, downloaded by a signed link, and deleted with its text', async () => {
  const service = await openAccount(shared);
  const { send } = service;
  const group = await createGroup(service);
  const content = 'The otters live beside the river.\n'.repeat(16_000);
  const { id } = await addDocument(service, group, 'a.txt', content);
  const path = `/v1/knowledge/documents/${id}`;
  const renamed = await send(`PUT ${path}`, { filename: 'b.txt' });
  expect(renamed.body).toMatchObject({ id, filename: 'b.txt', status: 'READY' });
  expect((await send(`PUT ${path}`, { filename: 'b.exe' })).status).toBe(400);
  const { downloadUrl, filename } = (await send(`GET ${path}/download`)).body;
  expect(filename).toBe('b.txt');
  const download = await fetch(downloadUrl);
  expect(download.headers.get('content-type')).toContain('text/plain');
  expect(download.headers.get('content-disposition')).toBe('attachment');
  expect(await download.text()).toBe(content);
  const range = await fetch(downloadUrl, { headers: { range: 'bytes=524280-524299' } });
  expect(await range.text()).toBe(content.slice(524_280, 524_300));
  expect((await send(`DELETE ${path}`)).status).toBe(204);
  expect((await send(`GET ${path}`)).status).toBe(404);
  expect((await fetch(downloadUrl)).status).toBe(404);
  expect(await search(service, group, 'otters')).toStrictEqual([]);
});

test('a document is downloaded only by its own valid link', async () => {
  const service = await openAccount(shared);
  const group = await createGroup(service);
  const first = await addDocument(service, group, 'a.txt', 'one');
  const second = await addDocument(service, group, 'b.txt', 'two');
  const { body } = await service.send(`GET /v1/knowledge/documents/${first.id}/download`);
  const link: string = body.downloadUrl;
  const status = async (url: string) => (await fetch(url)).status;
  expect(await status(link)).toBe(200);
  for (const url of [
    link.replace(String(first.id), String(second.id)),
    link.replace(/\?.*/, ''),
    link.replace('signature=ey', 'signature=ez'),
  ])
    expect(await status(url)).toBe(403);
  clock.add(3_601);
  expect(await status(link)).toBe(403);
});

test('a document that a lost connection to the store left unfinished fails after a minute', async () => {
  const opened = await openStore(await tempPlace());
  const { now, add: wait } = createClock();
  const findFile = async () => {
    throw new Error('The connection to the store was lost.');
  };
  const errors: unknown[] = [];
  const service = await startAvatarService({
    store: { ...opened, knowledgeDocuments: { ...opened.knowledgeDocuments, findFile } },
    now,
    onError: (error) => errors.push(error),
  });
  const group = await createGroup(service);
  const { id } = (await sendDocument(service, group, 'a.txt', 'text')).body;
  await expect.poll(() => errors.length).toBe(1);
  wait(60);
  // Removed files, too, are looked for then.
  await service.send(`DELETE /v1/knowledge/groups/${await createGroup(service)}`);
  expect(await waitForDocument(service, id)).toMatchObject({
    status: 'FAILED',
    errorMessage: expect.stringMatching(/Upload it again/),
  });
});
