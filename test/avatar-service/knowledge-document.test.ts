import { describe, expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import {
  addDocument,
  createGroup,
  search,
  sendDocument,
  startAvatarService,
  waitForDocument,
} from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';

describe('a document', () => {
  test('is renamed, downloaded by a signed link, and deleted with its text', async () => {
    const service = await startAvatarService();
    const group = await createGroup(service);
    const content = 'The otters live beside the river.\n'.repeat(16_000);
    const { id } = await addDocument(service, group, 'a.txt', content);
    const path = `/v1/knowledge/documents/${id}`;
    const renamed = await service.askJson('PUT', path, { filename: 'b.txt' });
    expect(await renamed.json()).toMatchObject({ id, filename: 'b.txt', status: 'READY' });
    expect((await service.askJson('PUT', path, { filename: 'b.exe' })).status).toBe(400);
    const { downloadUrl, filename } = await (await service.ask(`${path}/download`)).json();
    expect(filename).toBe('b.txt');
    const download = await fetch(downloadUrl);
    expect(download.headers.get('content-type')).toContain('text/plain');
    expect(download.headers.get('content-disposition')).toBe('attachment');
    expect(await download.text()).toBe(content);
    const range = await fetch(downloadUrl, { headers: { range: 'bytes=524280-524299' } });
    expect(await range.text()).toBe(content.slice(524_280, 524_300));
    expect((await service.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await service.ask(path)).status).toBe(404);
    expect((await fetch(downloadUrl)).status).toBe(404);
    expect(await search(service, group, 'otters')).toStrictEqual([]);
  });

  test('is downloaded only by its own valid link', async () => {
    let now = Date.now();
    const service = await startAvatarService({ now: () => new Date(now) });
    const group = await createGroup(service);
    const first = await addDocument(service, group, 'a.txt', 'one');
    const second = await addDocument(service, group, 'b.txt', 'two');
    const path = `/v1/knowledge/documents/${first.id}/download`;
    const link = new URL((await (await service.ask(path)).json()).downloadUrl);
    const status = async (url: string | URL) => (await fetch(url)).status;
    expect(await status(link)).toBe(200);
    expect(await status(String(link).replace(String(first.id), String(second.id)))).toBe(403);
    expect(await status(`${link.origin}${link.pathname}`)).toBe(403);
    expect(await status(String(link).replace(/expires=\d/, 'expires=9'))).toBe(403);
    now += 3_601_000;
    expect(await status(link)).toBe(403);
  });
});

test('a document that a lost connection to the store left unfinished is processed when its lease has ended', async () => {
  const opened = await openStore(await tempPlace());
  let now = Date.now();
  let reads = 0;
  const findFile: typeof opened.knowledgeDocuments.findFile = (id) => {
    reads += 1;
    if (reads === 1) throw new Error('The connection to the store was lost.');
    return opened.knowledgeDocuments.findFile(id);
  };
  const errors: unknown[] = [];
  const service = await startAvatarService({
    store: { ...opened, knowledgeDocuments: { ...opened.knowledgeDocuments, findFile } },
    now: () => new Date(now),
    onError: (error) => errors.push(error),
  });
  const group = await createGroup(service);
  const { id } = await (await sendDocument(service, group, 'a.txt', 'text')).json();
  await expect.poll(() => errors.length).toBe(1);
  const readStatus = async () =>
    (await (await service.ask(`/v1/knowledge/documents/${id}`)).json()).status;
  now += 89_000;
  await addDocument(service, group, 'b.txt', 'text');
  expect(await readStatus()).toBe('PROCESSING');
  now += 1_000;
  // A further document wakes the queue.
  await addDocument(service, group, 'c.txt', 'text');
  expect(await waitForDocument(service, id)).toMatchObject({ status: 'READY' });
  expect(reads).toBe(4);
});
