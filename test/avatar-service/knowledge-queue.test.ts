import { expect, test } from 'vitest';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import {
  addDocument,
  createGroup,
  type RunningService,
  readResponse,
  search,
  sendDocument,
  startAvatarService,
  waitForDocument,
} from '../support/avatar-service.ts';
import { createFormInit, pdf } from '../support/files.ts';
import { tempPlace } from '../support/stores.ts';
import { type Queue, withQueue } from './document-queue.ts';

/** Uploads a document, with an API key of the service, and returns its id. */
const upload = async (service: RunningService, group: string, name: string, key?: string) => {
  const send: RunningService['send'] = (line, body) => service.send(line, body, key);
  const { body } = await sendDocument({ send }, group, name, `text of ${name}`);
  const id: string = body.id;
  return id;
};

/** Uploads a document that is not processed, and returns its id and its store. */
async function uploadUnprocessed() {
  const place = await tempPlace();
  const store = await openStore(place);
  const service = await startAvatarService({
    store: withQueue(store, { listNext: async () => [] }),
  });
  const group = await createGroup(service);
  return { place, store, group, id: await upload(service, group, 'a.txt') };
}

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

test('a document whose process ends three times amid its processing fails with a reason', async () => {
  const { place, store, group, id } = await uploadUnprocessed();
  const { queue, addChunks } = store.knowledgeDocuments;
  for (const attempt of [1, 2, 3]) {
    const taken = await queue.take(id, at(attempt), at(attempt + 1));
    expect(taken).toMatchObject({ turn: { attempt }, document: { status: 'PROCESSING' } });
    const lease = { turn: { id, attempt }, until: at(attempt + 1) };
    expect(await addChunks(id, 0, ['otters'], lease)).toBe(true);
  }
  const service = await startAvatarService({ place });
  expect(await waitForDocument(service, id)).toMatchObject({
    status: 'FAILED',
    errorMessage: 'The document could not be processed in 3 attempts.',
  });
  expect(await store.knowledgeDocuments.removeChunks(id)).toBe(false);
  expect(await search(service, group, 'otters')).toStrictEqual([]);
});

test('a document that a process has taken is not taken by another before its lease ends', async () => {
  const { store, id } = await uploadUnprocessed();
  const { queue, addChunks, find } = store.knowledgeDocuments;
  const first = await queue.take(id, at(0), at(90));
  expect(first?.turn.attempt).toBe(1);
  expect(await queue.listNext('short', at(89))).toStrictEqual([]);
  expect(await queue.take(id, at(89), at(179))).toBeUndefined();
  const second = await queue.take(id, at(90), at(180));
  expect(second?.turn.attempt).toBe(2);
  const turn = { id, attempt: 1 };
  expect(await addChunks(id, 0, ['text'], { turn, until: at(200) })).toBe(false);
  await queue.giveBack(turn, 'long');
  await queue.finish(turn, at(100), 'Too late.');
  expect(await find(id)).toMatchObject({ status: 'PROCESSING', errorMessage: null });
  expect(await queue.listNext('short', at(179))).toStrictEqual([]);
  expect(await queue.listNext('short', at(180))).toMatchObject([{ id }]);
  await queue.giveBack({ id, attempt: 2 }, 'long');
  expect(await queue.listNext('short', at(180))).toStrictEqual([]);
  expect(await queue.listNext('long', at(100))).toMatchObject([{ id }]);
});

test('services that share a store process each document once', async () => {
  const place = await tempPlace();
  const taken: string[] = [];
  const start = async () => {
    const store = await openStore(place);
    const take: Queue['take'] = async (id, ...times) => {
      const result = await store.knowledgeDocuments.queue.take(id, ...times);
      if (result) taken.push(id);
      return result;
    };
    return startAvatarService({ store: withQueue(store, { take }) });
  };
  const services = [await start(), await start()] as const;
  const group = await createGroup(services[0]);
  const uploads = services.flatMap((service) =>
    [1, 2].map((index) => upload(service, group, `${index}.txt`)),
  );
  const ids = await Promise.all(uploads);
  for (const id of ids) {
    expect(await waitForDocument(services[0], id)).toMatchObject({ status: 'READY' });
  }
  expect(taken.toSorted()).toStrictEqual(ids.toSorted());
});

test('API keys take turns', async () => {
  const store = await openStore(await tempPlace());
  const started = Promise.withResolvers<void>();
  const names: unknown[] = [];
  const take: Queue['take'] = async (id, ...times) => {
    await started.promise;
    const result = await store.knowledgeDocuments.queue.take(id, ...times);
    names.push(result?.document.filename);
    return result;
  };
  const service = await startAvatarService({ store: withQueue(store, { take }) });
  const group = await createGroup(service);
  for (const name of ['a1.txt', 'a2.txt', 'a3.txt']) await upload(service, group, name);
  await upload(service, group, 'b1.txt', service.keys.free);
  started.resolve();
  await expect.poll(() => names.length).toBe(4);
  expect(names).toStrictEqual(['a1.txt', 'b1.txt', 'a2.txt', 'a3.txt']);
});

test('a service that closes leaves its document to the next one at once', async () => {
  const place = await tempPlace();
  const first = await openStore(place);
  const taken = Promise.withResolvers<void>();
  const take: Queue['take'] = async (...args) => {
    const result = await first.knowledgeDocuments.queue.take(...args);
    taken.resolve();
    return result;
  };
  const service = createAvatarService({ store: withQueue(first, { take }), developmentKey: 'key' });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: 'Bearer key' };
  const group = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  await first.knowledgeGroups.insert({ id: group, name: 'G', createdAt, updatedAt: createdAt });
  const pages = Array.from({ length: 20 }, (_, index) => `otters on page ${index}`);
  const { method, body } = createFormInit({ file: new File([pdf(pages)], 'a.pdf') });
  const documents = `${url}/v1/knowledge/groups/${group}/documents`;
  const { id } = (await readResponse(fetch(documents, { method, body, headers }))).body;
  await taken.promise;
  await service.close();
  await first.close();
  const next = await startAvatarService({ place });
  expect(await waitForDocument(next, id)).toMatchObject({ status: 'READY' });
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
