import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import {
  createAvatarInit,
  createFormInit,
  docx,
  seedImage,
  seedImageBytes,
} from '../support/files.ts';
import { type ServiceProcess, sendTo, startServiceProcess } from '../support/program.ts';
import { tempPlace } from '../support/stores.ts';
import { search } from './knowledge.ts';

/** The time in milliseconds after which the documents of a killed process fail. */
const ABANDONED = 60_000;

const INTERRUPTED = 'The service stopped before it had processed the document. Upload it again.';

/** Writes to a service in a process of its own, which is killed amid further writes. */
async function killAmidWrites() {
  const place = await tempPlace();
  const service = await startServiceProcess(place);
  const create = async (path: string, body: object) => {
    const response = await sendTo(service, 'POST', path, body);
    expect(response.ok).toBe(true);
    return response.json();
  };
  const avatar = await create('/v1/avatars', createAvatarInit(seedImage('webp')).body);
  const group = await create('/v1/knowledge/groups', { name: 'Birds' });
  const path = `/v1/knowledge/groups/${group.id}/documents`;
  const documents = ['heron-0.docx', 'heron-1.txt', 'heron-2.docx'];
  for (const name of documents) {
    // A service processes the documents of a key one after another; the second has thousands of parts.
    const content = name.endsWith('txt')
      ? 'The heron waits. '.repeat(20_000)
      : docx([`The heron called ${name} waits.`]);
    const fields = { file: new File([content], name), chunkSize: '100' };
    await create(path, createFormInit(fields).body);
  }
  const personas: { id: string; name: string }[] = [];
  const enough = Promise.withResolvers<void>();
  const write = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const name = `w${writer}-${count}`;
      personas.push(await (await sendTo(service, 'POST', '/v1/personas', { name })).json());
      if (personas.length === 40) enough.resolve();
    }
  };
  const writers = Promise.allSettled(Array.from({ length: 8 }, (_, writer) => write(writer)));
  await enough.promise;
  await service.kill();
  await writers;
  return { place, avatar, group, documents, personas };
}

test('killed amid many writes, the service loses no acknowledged write, and fails the documents that it had not processed', async () => {
  const { place, avatar, group, documents, personas } = await killAmidWrites();
  const store = await openStore(place);
  const kept = await Promise.all(personas.map(({ id }) => store.personas.find(id)));
  const unfinished = (await store.knowledgeDocuments.listUnfinished()).map(({ id }) => id);
  await store.close();
  expect(personas.length).toBeGreaterThanOrEqual(40);
  const stored = personas.map(({ id, name }) => expect.objectContaining({ id, name }));
  expect(kept).toStrictEqual(stored);
  expect(unfinished.length).toBeGreaterThan(0);

  const now = () => new Date(Date.now() + ABANDONED);
  const restarted = await startAvatarService({ place, now });
  const image = await restarted.ask(`/v1/avatars/${avatar.id}/image`);
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('webp'));
  const list = async () =>
    (await restarted.send(`GET /v1/knowledge/groups/${group.id}/documents`)).body;
  const unfinishedIds = expect.arrayContaining(unfinished);
  await expect
    .poll(async () => {
      const listed: { id: string; status: string }[] = await list();
      return listed.filter(({ status }) => status === 'FAILED').map(({ id }) => id);
    })
    .toStrictEqual(unfinishedIds);
  const listed: { filename: string; status: string; errorMessage: string | null }[] = await list();
  expect(listed.map(({ filename }) => filename).toSorted()).toStrictEqual(documents);
  const ready = listed.filter(({ status }) => status === 'READY');
  expect(ready.length + unfinished.length).toBe(documents.length);
  for (const { status, errorMessage } of listed)
    expect(errorMessage).toBe(status === 'READY' ? null : INTERRUPTED);
  // No chunk of an interrupted document is found.
  const found = await search(restarted, group.id, 'heron', 20);
  expect(found.map(({ filename }) => filename).toSorted()).toStrictEqual(
    ready.map(({ filename }) => filename).toSorted(),
  );
});

test('processes that start at once on a new store seed it once, and all write to it', async () => {
  const place = await tempPlace();
  const services = await Promise.all([startServiceProcess(place), startServiceProcess(place)]);
  const readPage = async (service: ServiceProcess, query: string) =>
    (await sendTo(service, 'GET', `/v1/personas?${query}`)).json();
  // Each process created its own key in the same store.
  const [{ key }] = services;
  const pages = services.map((service) => readPage({ ...service, key }, 'perPage=100'));
  const [first, second] = await Promise.all(pages);
  expect(first.meta.total).toBeGreaterThan(0);
  expect(second).toStrictEqual(first);
  const names = new Set(first.data.map(({ name }: { name: string }) => name));
  expect(names.size).toBe(first.meta.total);
  const created = await Promise.all(
    services.flatMap((service) =>
      Array.from({ length: 20 }, () => sendTo(service, 'POST', '/v1/personas', { name: 'twin' })),
    ),
  );
  expect(new Set(created.map(({ status }) => status))).toStrictEqual(new Set([201]));
  for (const service of services) {
    expect((await readPage(service, 'search=twin&perPage=1')).meta.total).toBe(40);
  }
});
