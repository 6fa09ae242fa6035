import { expect, test } from 'vitest';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { mintToken, startSession } from './sessions.ts';

test('a new store has sample data to look at, whose files and references are complete', async () => {
  const store = await openStore(await tempPlace());
  await seed(store);
  const service = await startAvatarService({ store });
  const { send } = service;
  const list = async (path: string): Promise<{ id: string; [field: string]: unknown }[]> =>
    (await send(`GET /v1/${path}?perPage=100`)).body.data;
  // A session starts only if the avatar, the voice, the LLM and the tools of its persona exist.
  for (const { id: personaId } of await list('personas')) {
    const started = await startSession(service, await mintToken(service, { personaId }));
    expect(started.status).toBe(200);
    await send(`POST /v1/sessions/${started.body.sessionId}/stop`);
  }
  for (const { imageUrl } of await list('avatars'))
    expect((await fetch(String(imageUrl))).headers.get('content-type')).toMatch(/^image\//);
  for (const { sampleUrl } of await list('voices'))
    expect((await fetch(String(sampleUrl))).headers.get('content-type')).toBe('audio/mpeg');
  const types = new Set((await list('tools')).map(({ type }) => type));
  expect(types).toStrictEqual(new Set(['CLIENT', 'SERVER_RAG', 'SERVER_WEBHOOK', 'SYSTEM']));
  const [group] = (await send('GET /v1/knowledge/groups')).body;
  const line = `POST /v1/knowledge/groups/${group.id}/search`;
  const found = await send(line, { query: 'How many days of holiday do I have?' });
  expect(found.body[0].content).toContain('28 days of holiday');
  const statistics = (await send('GET /v1/sessions/analytics')).body;
  expect(statistics.turnCount).toBe(8);
});

test('sample data is added once, so that what was deleted stays deleted', async () => {
  const store = await openStore(await tempPlace());
  await seed(store);
  const all = { offset: 0, limit: 100 };
  const { records, total } = await store.personas.list(all);
  await store.personas.remove(String(records[0]?.id));
  await seed(store);
  expect((await store.personas.list(all)).total).toBe(total - 1);
  await store.close();
});
