import { expect, test } from 'vitest';
import { avatars, personas, tools } from '../../src/avatar-service/seed/seed-data.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, docx, seedImage, seedImageBytes } from '../support/files.ts';
import { type ServiceProcess, startServiceProcess } from '../support/program.ts';
import { tempPlace } from '../support/stores.ts';

const post = ({ url, key }: ServiceProcess, path: string, body: object | FormData) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    body: body instanceof FormData ? body : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${key}`,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
  });

test('killed during many writes, the service loses no acknowledged write', async () => {
  const place = await tempPlace();
  const service = await startServiceProcess(place);
  const acknowledged: { id: string; name: string }[] = [];
  const enough = Promise.withResolvers<void>();
  const write = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const response = await post(service, '/v1/personas', { name: `w${writer}-${count}` });
      acknowledged.push(await response.json());
      if (acknowledged.length === 100) enough.resolve();
    }
  };
  const writers = Promise.allSettled(Array.from({ length: 8 }, (_, writer) => write(writer)));
  await enough.promise;
  await service.kill();
  await writers;

  const store = await openStore(place);
  const kept = await Promise.all(acknowledged.map(({ id }) => store.personas.find(id)));
  await store.close();
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);
  const stored = acknowledged.map(({ id, name }) => expect.objectContaining({ id, name }));
  expect(kept).toStrictEqual(stored);
});

test('an avatar, its image, an update and a deletion survive a kill', async () => {
  const place = await tempPlace();
  const service = await startServiceProcess(place);
  const form = createFormInit({ displayName: 'Ada', imageFile: seedImage('webp') });
  const avatar = await (await post(service, '/v1/avatars', form.body)).json();
  const headers = {
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/json',
  };
  const [deleted, updated] = tools;
  const update = { method: 'PUT', headers, body: '{"name":"renamed"}' };
  expect((await fetch(`${service.url}/v1/tools/${updated?.id}`, update)).status).toBe(200);
  const deletion = { method: 'DELETE', headers };
  expect((await fetch(`${service.url}/v1/tools/${deleted?.id}`, deletion)).status).toBe(204);
  await service.kill();

  const { ask } = await startAvatarService({ place, seeded: true });
  const kept = await ask(`/v1/avatars/${avatar.id}`);
  expect(await kept.json()).toMatchObject({ id: avatar.id, displayName: 'Ada' });
  const image = await ask(`/v1/avatars/${avatar.id}/image`);
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('webp'));
  expect(await (await ask(`/v1/tools/${updated?.id}`)).json()).toMatchObject({ name: 'renamed' });
  expect((await ask(`/v1/tools/${deleted?.id}`)).status).toBe(404);
});

test('processes that start at once on a new store seed it once', async () => {
  const place = await tempPlace();
  const services = await Promise.all(Array.from({ length: 4 }, () => startServiceProcess(place)));
  const [first, ...others] = services;
  for (const { url } of others) {
    // Each process created its own key in the same store.
    const response = await fetch(`${url}/v1/personas?perPage=100`, {
      headers: { authorization: `Bearer ${first?.key}` },
    });
    const { data, meta } = await response.json();
    expect(meta.total).toBe(personas.length);
    expect(data.map(({ id }: { id: string }) => id)).toStrictEqual(personas.map(({ id }) => id));
  }
});

test('two services can write to one store at once', async () => {
  const place = await tempPlace();
  const services = [await startServiceProcess(place), await startServiceProcess(place)];
  const created = await Promise.all(
    services.flatMap((service, twin) =>
      Array.from({ length: 30 }, (_, index) =>
        post(service, '/v1/personas', { name: `twin ${twin}-${index}` }),
      ),
    ),
  );
  expect(new Set(created.map(({ status }) => status))).toStrictEqual(new Set([201]));
  for (const { url, key } of services) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/personas?search=twin&perPage=1`, { headers });
    expect((await response.json()).meta.total).toBe(60);
  }
});

test('a deleted seeded record is not seeded again', async () => {
  const place = await tempPlace();
  const first = await startAvatarService({ place, seeded: true });
  const { data } = await (await first.ask('/v1/personas?perPage=100')).json();
  expect(data).toMatchObject(personas);
  for (const { id, displayName } of avatars) {
    const avatar = await (await first.ask(`/v1/avatars/${id}`)).json();
    expect(avatar).toMatchObject({ id, displayName });
    const image = await first.ask(new URL(avatar.imageUrl).pathname, { key: null });
    expect(image.headers.get('content-type')).toMatch(/^image\//);
  }
  const [tool] = tools;
  await first.ask(`/v1/tools/${tool?.id}`, { method: 'DELETE' });
  const again = await startAvatarService({ place, seeded: true });
  expect((await again.ask(`/v1/tools/${tool?.id}`)).status).toBe(404);
  const { meta } = await (await again.ask('/v1/personas')).json();
  expect(meta.total).toBe(personas.length);
});

/** More than the time in milliseconds for which a killed process keeps a document. */
const LEASE = 100_000;

test('documents whose processing was interrupted by a kill are processed at the next start', async () => {
  const place = await tempPlace();
  const service = await startServiceProcess(place);
  const group = await (await post(service, '/v1/knowledge/groups', { name: 'Birds' })).json();
  const names = Array.from({ length: 8 }, (_, index) => `heron-${index}.docx`);
  for (const name of names) {
    const form = new FormData();
    form.append('file', new File([docx([`The heron called ${name} waits.`])], name));
    const path = `/v1/knowledge/groups/${group.id}/documents`;
    expect((await post(service, path, form)).status).toBe(201);
  }
  await service.kill();
  const store = await openStore(place);
  const { listNext } = store.knowledgeDocuments.queue;
  const unfinished = await listNext('short', new Date(Date.now() + LEASE).toISOString());
  await store.close();
  expect(unfinished.length).toBeGreaterThan(0);

  // The lease of the document that was being processed must end first.
  const now = () => new Date(Date.now() + LEASE);
  const { ask, askJson } = await startAvatarService({ place, now });
  const list = async () => (await ask(`/v1/knowledge/groups/${group.id}/documents`)).json();
  await expect
    .poll(async () => (await list()).map(({ status }: { status: string }) => status), {
      timeout: 15_000,
    })
    .toStrictEqual(names.map(() => 'READY'));
  const search = { query: 'heron', limit: 20 };
  const found = await askJson('POST', `/v1/knowledge/groups/${group.id}/search`, search);
  const results: { filename: string }[] = await found.json();
  // Each text is found once: no chunk of the first attempt is left.
  expect(results.map(({ filename }) => filename).toSorted()).toStrictEqual(names);
}, 30_000);
