import { expect, test } from 'vitest';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { create } from './accounts.ts';

/** An update whose fields all contain this mark. */
const createUpdate = (mark: string) => ({
  name: `n-${mark}`,
  description: `d-${mark}`,
  config: { [`key-${mark}`]: mark, parameters: { mark } },
});

const TOOL = { name: 'tool', description: 'Any.', type: 'CLIENT', config: {} };

const put = async ({ send }: RunningService, id: string, mark: string) => {
  const { status, body } = await send(`PUT /v1/tools/${id}`, createUpdate(mark));
  expect(status).toBe(200);
  expect(body).toMatchObject(createUpdate(mark));
  return body;
};

const read = async ({ send }: RunningService, id: string) =>
  (await send(`GET /v1/tools/${id}`)).body;

test('concurrent updates of a tool over two connections are never mixed, and the last one is kept', {
  tags: ['slow'],
}, async () => {
  const first = await startAvatarService();
  const other = await startAvatarService({ place: first.place });
  // With a key of the same account.
  const second = {
    ...other,
    send: (line: string, body?: unknown) => other.send(line, body, first.keys.pro),
  };
  const services = [first, second];
  const id = await create(first, 'tools', TOOL);
  const lasts = await Promise.all(
    services.flatMap((service, process) =>
      Array.from({ length: 8 }, async (_, writer) => {
        const mark = (count: number) => `${process}-${writer}-${count}`;
        for (let count = 0; count < 5; count += 1) await put(service, id, mark(count));
        return mark(4);
      }),
    ),
  );
  for (const service of services) {
    const { name, description, config } = await read(service, id);
    const mark = String(name).slice(2);
    // Each writer writes one update after another, so that the last one of all is the last one of its writer.
    expect(lasts).toContain(mark);
    expect({ name, description, config }).toStrictEqual(createUpdate(mark));
  }
  for (let count = 0; count < 5; count += 1) {
    await Promise.all(['a', 'b', 'c', 'd'].map((mark) => put(first, id, `${mark}-${count}`)));
    const kept = await put(second, id, `last-${count}`);
    expect(await read(first, id)).toStrictEqual(kept);
  }
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
