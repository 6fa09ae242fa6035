import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import { openAccount, startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock } from './sessions.ts';
import { addDocument, createGroup, search, sendDocument } from './knowledge.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const clock = createClock();
/** One service for the tests with its store as it is: each has its own account, or changes nothing. */
const shared = await startAvatarService({ now: clock.now });
const GROUP = await createGroup(shared);

/** Returns a store whose accounts have other methods of the table of documents. */
const withDocuments = (store: Store, methods: Partial<Store['knowledgeDocuments']>): Store => ({
  ...store,
  forAccount: (account) => {
    const tables = store.forAccount(account);
    return { ...tables, knowledgeDocuments: { ...tables.knowledgeDocuments, ...methods } };
  },
});

test('an upload to a group that is deleted meanwhile is 404', async () => {
  const opened = await openStore(await tempPlace());
  const insert: typeof opened.knowledgeDocuments.insert = async (document, file) => {
    await opened.knowledgeGroups.remove(String(document.knowledgeFolderId));
    return opened.knowledgeDocuments.insert(document, file);
  };
  const service = await startAvatarService({ store: withDocuments(opened, { insert }) });
  const group = await createGroup(service);
  expect((await sendDocument(service, group, 'a.txt', 'text')).status).toBe(404);
});

test('a group is listed, renamed, searched and deleted with only its own documents', async () => {
  const service = await openAccount(shared);
  const { send } = service;
  const group = await createGroup(service, 'Rivers');
  const other = await createGroup(service, 'Seas');
  const { id } = await addDocument(service, group, 'a.txt', 'otters');
  await addDocument(service, other, 'b.txt', 'otters and seals');
  expect(await search(service, group, 'otters')).toMatchObject([{ documentId: id }]);
  expect(await search(service, group, 'seals')).toStrictEqual([]);
  const path = `/v1/knowledge/groups/${group}`;
  const { body: listed } = await send(`GET ${path}/documents`);
  expect(listed).toMatchObject([{ id, status: 'READY' }]);
  expect(listed[0]).not.toHaveProperty('chunking');
  const renamed = await send(`PUT ${path}`, { name: 'Lakes' });
  expect(renamed.body).toMatchObject({ id: group, name: 'Lakes', documentCount: 1 });
  expect((await send(`DELETE ${path}`)).status).toBe(204);
  expect((await send(`GET ${path}`)).status).toBe(404);
  expect((await send(`GET /v1/knowledge/documents/${id}`)).status).toBe(404);
  const groups = await send('GET /v1/knowledge/groups');
  expect(groups.body).toMatchObject([{ id: other, documentCount: 1 }]);
});

test('a search finds a rare word among frequent ones', async () => {
  const service = await openAccount(shared);
  const group = await createGroup(service);
  const fields = { chunkSize: '100', chunkOverlap: '0' };
  // More than the parts that are read for one word.
  const river = 'river '.padEnd(100, 'x').repeat(2_500);
  await addDocument(service, group, 'a.txt', `${river}the otters of the river`, fields);
  await addDocument(service, group, 'b.txt', 'badger and fox\n\n\n'.padEnd(100), fields);
  await addDocument(service, group, 'c.txt', 'badger after badger', fields);
  const [first, second] = await search(service, group, 'which otter is in the river?');
  expect(first).toMatchObject({ filename: 'a.txt', content: 'the otters of the river' });
  expect(second?.content).toMatch(/^river x+$/);
  expect(await search(service, group, 'badger')).toMatchObject([
    { filename: 'c.txt' },
    { filename: 'b.txt' },
  ]);
});

test('too many concurrent searches are rejected with 429', async () => {
  const opened = await openStore(await tempPlace());
  const started = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  const search: typeof opened.knowledgeDocuments.search = async () => {
    open += 1;
    most = Math.max(most, open);
    await started.promise;
    open -= 1;
    return [];
  };
  const service = await startAvatarService({ store: withDocuments(opened, { search }) });
  const line = `POST /v1/knowledge/groups/${await createGroup(service)}/search`;
  const statuses: number[] = [];
  const searches = Array.from({ length: 70 }, async () => {
    const { status } = await service.send(line, { query: 'otters' });
    statuses.push(status);
  });
  await expect.poll(() => statuses).toStrictEqual([429, 429, 429, 429]);
  started.resolve();
  await Promise.all(searches);
  expect(statuses.filter((status) => status === 200)).toHaveLength(66);
  expect(most).toBe(2);
});

test('a search does not find what names its group in another', async () => {
  const service = await openAccount(shared);
  const group = await createGroup(service);
  const other = await createGroup(service);
  const key = group.replaceAll('-', '');
  await addDocument(service, other, 'a.txt', `otters group ${key} group_key ${group}`);
  for (const query of ['otters', key, `group ${key}`])
    expect(await search(service, group, query)).toStrictEqual([]);
});

test.each([
  ['GET', `groups/${UNKNOWN}/documents`, 404],
  ['DELETE', `groups/${UNKNOWN}`, 404],
  ['GET', `documents/${UNKNOWN}`, 404],
  ['GET', `documents/${UNKNOWN}/download`, 404],
  ['DELETE', `documents/${UNKNOWN}`, 404],
  ['POST', `groups/${GROUP}/documents`, 415, { file: 'text' }],
  ['POST', `groups/${GROUP}/search`, 400, {}],
  ['POST', `groups/${GROUP}/search`, 400, { query: ' ' }],
  ['POST', `groups/${GROUP}/search`, 400, { query: 'x', limit: 21 }],
  ['POST', `groups/${GROUP}/search`, 400, { query: 'x', limit: 0 }],
] as const)('%s /v1/knowledge/%s is %i with %j', async (method, path, status, body?) => {
  expect((await shared.send(`${method} /v1/knowledge/${path}`, body)).status).toBe(status);
});

test('an upload to an unknown group is 404', async () => {
  expect((await sendDocument(shared, UNKNOWN, 'a.txt', 'text')).status).toBe(404);
});

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
