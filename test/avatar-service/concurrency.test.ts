import { expect, test } from 'vitest';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { create } from './accounts.ts';

const TOOL = { name: 'tool', description: 'Any.', type: 'CLIENT', config: {} };

test('concurrent updates of a tool by two services are all applied, and the last one is kept', async () => {
  const first = await startAvatarService();
  const other = await startAvatarService({ place: first.place });
  const id = await create(first, 'tools', TOOL);
  const change = (service: RunningService, update: object) =>
    service.send(`PUT /v1/tools/${id}`, update, first.keys.pro);
  const read = async (service: RunningService) =>
    (await service.send(`GET /v1/tools/${id}`, undefined, first.keys.pro)).body;
  const names = Array.from({ length: 40 }, (_, index) => `key${index}`);
  const changed = await Promise.all(
    names.map((name, index) => change(index % 2 ? other : first, { [name]: name, name })),
  );
  for (const { status, body } of changed) {
    expect(status).toBe(200);
    expect(body[body.name]).toBe(body.name);
  }
  expect(await read(other)).toMatchObject(Object.fromEntries(names.map((name) => [name, name])));
  const kept = (await change(other, { name: 'last' })).body;
  expect(await read(first)).toStrictEqual(kept);
});

test('a write is kept if a concurrent transaction is rolled back', async () => {
  const service = await startAvatarService();
  const { send } = service;
  const config = { action: 'interrupt' };
  const system = await create(service, 'tools', { ...TOOL, type: 'SYSTEM', config });
  const writes = Array.from({ length: 20 }, async () => {
    const [rejected, persona] = await Promise.all([
      send(`PUT /v1/tools/${system}`, { name: 'never' }),
      send('POST /v1/personas', { name: 'Ada' }),
    ]);
    expect(rejected.status).toBe(409);
    return persona.body.id;
  });
  for (const id of await Promise.all(writes))
    expect((await send(`GET /v1/personas/${id}`)).status).toBe(200);
});
