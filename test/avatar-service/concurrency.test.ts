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

const put = async ({ askJson }: RunningService, mark: string) => {
  const response = await askJson('PUT', path, createUpdate(mark));
  expect(response.status).toBe(200);
  return response.json();
};

const read = async ({ ask }: RunningService) => (await ask(path)).json();

test('concurrent updates of a tool over two connections are never mixed, and the last one is kept', {
  tags: ['slow'],
}, async () => {
  const first = await startAvatarService({ seeded: true });
  const second = await startAvatarService({ place: first.place });
  const services = [first, second];
  const lasts = await Promise.all(
    services.flatMap((service, process) =>
      Array.from({ length: 8 }, async (_, writer) => {
        let mark = '';
        for (let count = 0; count < 5; count += 1) {
          mark = `${process}-${writer}-${count}`;
          expect(await put(service, mark)).toMatchObject(createUpdate(mark));
        }
        return mark;
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
  const { ask, askJson } = await startAvatarService({ seeded: true });
  const system = tools.find(({ type }) => type === 'SYSTEM')?.id;
  const created = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const [rejected, persona] = await Promise.all([
        askJson('PUT', `/v1/tools/${system}`, { name: 'never' }),
        askJson('POST', '/v1/personas', { name: `persona ${index}` }),
      ]);
      expect(rejected.status).toBe(403);
      return (await persona.json()).id;
    }),
  );
  const kept = await Promise.all(
    created.map(async (id) => (await ask(`/v1/personas/${id}`)).status),
  );
  expect(new Set(kept)).toStrictEqual(new Set([200]));
});
