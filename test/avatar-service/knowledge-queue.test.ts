import { expect, test } from 'vitest';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import {
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';
import { createFormInit } from '../support/files.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock } from './sessions.ts';
import { addDocument, createGroup, sendDocument, waitForDocument } from './knowledge.ts';

/** Uploads a document, with an API key of the service, and returns its id. */
const upload = async (service: RunningService, group: string, name: string, key?: string) => {
  const send: RunningService['send'] = (line, body) => service.send(line, body, key);
  const { body } = await sendDocument({ send }, group, name, `text of ${name}`);
  const id: string = body.id;
  return id;
};

/** A store in which the files of documents cannot be read before `opened`. */
const withClosedFiles = (
  store: Store,
  opened: Promise<unknown>,
  isClosed = (_: string) => true,
) => ({
  ...store,
  knowledgeDocuments: {
    ...store.knowledgeDocuments,
    findFile: async (id: string) => {
      if (isClosed(id)) await opened;
      return store.knowledgeDocuments.findFile(id);
    },
  },
});

const INTERRUPTED = 'The service stopped before it had processed the document. Upload it again.';

test('a service does not fail a document that another one is processing, and each processes its own', async () => {
  const place = await tempPlace();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const first = await startAvatarService({
    store: withClosedFiles(await openStore(place), opened),
  });
  const group = await createGroup(first);
  const id = await upload(first, group, 'a.txt');
  const second = await startAvatarService({ place });
  expect(await addDocument(second, group, 'b.txt', 'text')).toMatchObject({ status: 'READY' });
  const { body } = await second.send(`GET /v1/knowledge/documents/${id}`);
  expect(body.status).toBe('PROCESSING');
  open();
  expect(await waitForDocument(second, id)).toMatchObject({ status: 'READY' });
});

test('documents of an API key do not wait for those of another one', async () => {
  const store = await openStore(await tempPlace());
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const slow = new Set<string>();
  const service = await startAvatarService({
    store: withClosedFiles(store, opened, (id) => slow.has(id)),
    newId: () => {
      const id = crypto.randomUUID();
      if (isSlow) slow.add(id);
      return id;
    },
  });
  let isSlow = false;
  const group = await createGroup(service);
  isSlow = true;
  const ids = [];
  for (const name of ['a1.txt', 'a2.txt', 'a3.txt']) ids.push(await upload(service, group, name));
  isSlow = false;
  const other = await upload(service, group, 'b1.txt', service.keys.free);
  expect(await waitForDocument(service, other)).toMatchObject({ status: 'READY' });
  open();
  for (const id of ids)
    expect(await waitForDocument(service, id)).toMatchObject({ status: 'READY' });
});

test('the documents of a service that closes fail at once', async () => {
  const place = await tempPlace();
  const first = await openStore(place);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const store = withClosedFiles(first, opened);
  const service = createAvatarService({ store, developmentKey: 'key' });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: 'Bearer key' };
  const group = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  await first.knowledgeGroups.insert({ id: group, name: 'G', createdAt, updatedAt: createdAt });
  const { method, body } = createFormInit({ file: new File(['otters'], 'a.txt') });
  const documents = `${url}/v1/knowledge/groups/${group}/documents`;
  const { id } = (await readResponse(fetch(documents, { method, body, headers }))).body;
  const closed = service.close();
  open();
  await closed;
  await first.close();
  const next = await startAvatarService({ place });
  expect(await waitForDocument(next, id)).toMatchObject({
    status: 'FAILED',
    errorMessage: INTERRUPTED,
  });
});

test('a group that is deleted leaves nothing in the store', async () => {
  const service = await startAvatarService();
  const { knowledgeDocuments } = service.store;
  const group = await createGroup(service);
  const content = 'The otters live.\n'.repeat(36_000);
  const { id } = await addDocument(service, group, 'a.txt', content);
  const path = `/v1/knowledge/groups/${group}`;
  expect((await service.send(`DELETE ${path}`)).status).toBe(204);
  // The file is removed last.
  await expect.poll(() => knowledgeDocuments.readFileSlice(String(id), 600_000)).toBeUndefined();
  await expect.poll(() => knowledgeDocuments.readFileSlice(String(id), 0)).toBeUndefined();
  expect(await knowledgeDocuments.removeChunks(String(id))).toBe(false);
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
