import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { tools } from '../../src/avatar-service/seed/tools.ts';
import { StoreFailure } from '../../src/avatar-service/store/error.ts';
import { openSqliteStore } from '../../src/avatar-service/store/sqlite.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedTool } from '../support/seeds.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

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
  const folder = await tempFolder();
  const services = [await startServiceProcess(folder), await startServiceProcess(folder)];
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
  const folder = await tempFolder();
  const [first, second] = [await startServiceProcess(folder), await startServiceProcess(folder)];
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

/** A process of another kind that holds the store for itself, until it is told to let go. */
async function hold(folder: string) {
  const db = new DatabaseSync(join(folder, 'avatar-service.sqlite'));
  onTestFinished(() => db.close());
  db.exec('begin immediate');
  return () => db.exec('commit');
}

test('while another process holds the store, a write waits, everything else goes on, and then the write is done', async () => {
  const { askJson, ask, folder } = await startAvatarService();
  const letGo = await hold(folder);
  let isDone = false;
  const write = askJson('POST', '/v1/personas', { name: 'patient' }).finally(() => {
    isDone = true;
  });
  // Answered beside it, a hundred times.
  for (let count = 0; count < 100; count += 1) expect((await ask('/v1/nothing')).status).toBe(404);
  expect(isDone).toBe(false);
  letGo();
  expect((await write).status).toBe(201);
});

test('a store that another process does not let go of is a 503 in a sentence', async () => {
  const folder = await tempFolder();
  const store = await openSqliteStore(folder, { busyTimeout: 100 });
  const faults: unknown[] = [];
  const { askJson } = await startAvatarService({
    folder,
    store,
    onError: (fault) => faults.push(fault),
  });
  const letGo = await hold(folder);
  const refused = await askJson('POST', '/v1/personas', { name: 'impatient' });
  expect([refused.status, await refused.json()]).toStrictEqual([
    503,
    {
      error: 'Service Unavailable',
      message: 'The store is held by another process: nothing was changed.',
    },
  ]);
  expect(faults).toStrictEqual([expect.any(StoreFailure)]);
  letGo();
  expect((await askJson('POST', '/v1/personas', { name: 'again' })).status).toBe(201);
});
