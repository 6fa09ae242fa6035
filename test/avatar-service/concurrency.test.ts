import { expect, test } from 'vitest';
import { tools } from '../../src/avatar-service/seed/tools.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedTool } from '../support/seeds.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { tempPlace } from '../support/store-location.ts';

/** A whole update, each of whose fields says whose it is. */
const update = (mark: string) => ({
  name: `n-${mark}`,
  description: `d-${mark}`,
  config: { [`key-${mark}`]: mark, parameters: { mark } },
});

const put = async ({ url, key }: ServiceProcess, mark: string) => {
  const response = await fetch(`${url}/v1/tools/${seedTool}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(update(mark)),
  });
  expect(response.status).toBe(200);
  return response.json();
};

test('of updates to one tool at once, in two processes, the answer and the end are always one of them, never a blend', async () => {
  const place = await tempPlace();
  const services = [await startServiceProcess(place), await startServiceProcess(place)];
  const lasts = await Promise.all(
    services.flatMap((service, process) =>
      Array.from({ length: 8 }, async (_, writer) => {
        let mark = '';
        for (let count = 0; count < 10; count += 1) {
          mark = `${process}-${writer}-${count}`;
          expect(await put(service, mark)).toMatchObject(update(mark));
        }
        return mark;
      }),
    ),
  );
  for (const { url, key } of services) {
    const response = await fetch(`${url}/v1/tools/${seedTool}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { name, description, config } = await response.json();
    const mark = String(name).slice(2);
    // Whoever is last was so after all else it wrote, and each writer wrote one after another.
    expect(lasts).toContain(mark);
    expect({ name, description, config }).toStrictEqual(update(mark));
  }
});

test('an update that was acknowledged after all others is the one that stays', async () => {
  const place = await tempPlace();
  const [first, second] = [await startServiceProcess(place), await startServiceProcess(place)];
  for (let count = 0; count < 10; count += 1) {
    await Promise.all(['a', 'b', 'c', 'd'].map((mark) => put(first, `${mark}-${count}`)));
    const kept = await put(second, `last-${count}`);
    const response = await fetch(`${first.url}/v1/tools/${seedTool}`, {
      headers: { authorization: `Bearer ${first.key}` },
    });
    expect(await response.json()).toStrictEqual(kept);
  }
});

test('a write beside one that is refused amid its transaction is kept', async () => {
  const { ask, askJson } = await startAvatarService({ seeded: true });
  const system = tools.find(({ type }) => type === 'SYSTEM')?.id;
  const made = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const [refused, persona] = await Promise.all([
        askJson('PUT', `/v1/tools/${system}`, { name: 'never' }),
        askJson('POST', '/v1/personas', { name: `beside ${index}` }),
      ]);
      expect(refused.status).toBe(403);
      return (await persona.json()).id;
    }),
  );
  const kept = await Promise.all(made.map(async (id) => (await ask(`/v1/personas/${id}`)).status));
  expect(new Set(kept)).toStrictEqual(new Set([200]));
});
