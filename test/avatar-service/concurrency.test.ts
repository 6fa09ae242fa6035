import { expect, test } from 'vitest';
import { tools } from '../../src/avatar-service/seed/seed-data.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { seedTool } from '../support/files.ts';

/** An update whose fields all contain this mark. */
const createUpdate = (mark: string) => ({
  name: `n-${mark}`,
  description: `d-${mark}`,
  config: { [`key-${mark}`]: mark, parameters: { mark } },
});

const path = `/v1/tools/${seedTool}`;

const put = async ({ send }: RunningService, mark: string) => {
  const { status, body } = await send(`PUT ${path}`, createUpdate(mark));
  expect(status).toBe(200);
  expect(body).toMatchObject(createUpdate(mark));
  return body;
};

const read = async ({ send }: RunningService) => (await send(`GET ${path}`)).body;

test('concurrent updates of a tool over two connections are never mixed, and the last one is kept', {
  tags: ['slow'],
}, async () => {
  const first = await startAvatarService({ seeded: true });
  const second = await startAvatarService({ place: first.place });
  const services = [first, second];
  const lasts = await Promise.all(
    services.flatMap((service, process) =>
      Array.from({ length: 8 }, async (_, writer) => {
        const mark = (count: number) => `${process}-${writer}-${count}`;
        for (let count = 0; count < 5; count += 1) await put(service, mark(count));
        return mark(4);
      }),
    ),
  );
  for (const service of services) {
    const { name, description, config } = await read(service);
    const mark = String(name).slice(2);
    // Each writer writes one update after another, so that the last one of all is the last one of its writer.
    expect(lasts).toContain(mark);
    expect({ name, description, config }).toStrictEqual(createUpdate(mark));
  }
  for (let count = 0; count < 5; count += 1) {
    await Promise.all(['a', 'b', 'c', 'd'].map((mark) => put(first, `${mark}-${count}`)));
    const kept = await put(second, `last-${count}`);
    expect(await read(first)).toStrictEqual(kept);
  }
});

test('a write is kept if a concurrent transaction is rolled back', async () => {
  const { send } = await startAvatarService({ seeded: true });
  const system = tools.find(({ type }) => type === 'SYSTEM')?.id;
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
