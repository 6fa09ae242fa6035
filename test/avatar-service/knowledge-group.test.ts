import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import {
  addDocument,
  createGroup,
  openAccount,
  search,
  sendDocument,
  startAvatarService,
} from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';

const HANDBOOK = '42eb80dc-a7c3-4599-8ff8-330c4d719ec7';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** One service for the tests with its store as it is: each has its own account, or changes nothing. */
const shared = await startAvatarService({ seeded: true });

test('the seeded group is searched with words and questions', async () => {
  const { body } = await shared.send('GET /v1/knowledge/groups');
  expect(body).toMatchObject([{ id: HANDBOOK, name: 'Handbook', documentCount: 2 }]);
  const [found] = await search(shared, HANDBOOK, 'How many days of holiday do I have?');
  expect(found).toMatchObject({ filename: 'handbook.md', chunkIndex: 0 });
  expect(found?.content).toContain('28 days of holiday');
  expect(found?.metadata).toStrictEqual({ fileType: 'text/markdown' });
  expect(found?.score).toBeGreaterThan(0);
  expect(found?.score).toBeLessThan(1);
  expect(await search(shared, HANDBOOK, 'submarine')).toStrictEqual([]);
  expect(await search(shared, HANDBOOK, '"(* -')).toStrictEqual([]);
});

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
  ['POST', `groups/${HANDBOOK}/documents`, 415, { file: 'text' }],
  ['POST', `groups/${HANDBOOK}/search`, 400, {}],
  ['POST', `groups/${HANDBOOK}/search`, 400, { query: ' ' }],
  ['POST', `groups/${HANDBOOK}/search`, 400, { query: 'x', limit: 21 }],
  ['POST', `groups/${HANDBOOK}/search`, 400, { query: 'x', limit: 0 }],
] as const)('%s /v1/knowledge/%s is %i with %j', async (method, path, status, body?) => {
  expect((await shared.send(`${method} /v1/knowledge/${path}`, body)).status).toBe(status);
});

test('an upload to an unknown group is 404', async () => {
  expect((await sendDocument(shared, UNKNOWN, 'a.txt', 'text')).status).toBe(404);
});
