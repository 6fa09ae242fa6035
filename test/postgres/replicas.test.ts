import { expect, inject, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { runCommand } from '../support/command.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';
import { start } from '../support/start.ts';
import { tempDatabase, tempPlace } from '../support/stores.ts';

test('eight replicas that start at once on an empty database share one seeded store', async () => {
  const place = { ...(await tempPlace()), connections: 2 };
  const replicas = await Promise.all(
    Array.from({ length: 8 }, () => startAvatarService({ place, seeded: true })),
  );
  const totals = await Promise.all(
    replicas.map(async ({ ask }) => (await (await ask('/v1/personas')).json()).meta.total),
  );
  expect(new Set(totals)).toStrictEqual(new Set([28]));
});

test('an image uploaded to one replica is served by another', async () => {
  const place = await tempPlace();
  const one = await startAvatarService({ place });
  const other = await startAvatarService({ place });
  const form = createAvatarInit();
  const { id } = await (await one.ask('/v1/avatars', form)).json();
  const avatar = await (await other.ask(`/v1/avatars/${id}`)).json();
  const image = await fetch(avatar.imageUrl);
  expect(avatar.imageUrl.startsWith(other.url)).toBe(true);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('png'));
});

test('concurrent updates of a tool by two replicas are all applied', async () => {
  const place = await tempPlace();
  const stores = [
    (await startAvatarService({ place })).store,
    (await startAvatarService({ place })).store,
  ];
  const id = crypto.randomUUID();
  await stores[0]?.tools.insert({ id, count: 0 });
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      stores[index % 2]?.tools.change(id, (tool) => ({ ...tool, count: Number(tool.count) + 1 })),
    ),
  );
  expect(await stores[1]?.tools.find(id)).toStrictEqual({ id, count: 40 });
});

test('a program over Postgres shows neither user nor password of DATABASE_URL', async () => {
  const databaseUrl = await tempDatabase(inject('postgres'));
  const { host, pathname, password } = new URL(databaseUrl);
  const settings = { DATABASE_URL: databaseUrl };
  const { run, summary, url } = await start({ settings });
  expect(summary).toContain(`Data      Postgres at ${host}${pathname}`);
  expect(summary.join()).not.toContain(password);
  expect((await run('{ personas { total } }')).data).toStrictEqual({ personas: { total: 28 } });
  expect(await runCommand(['keys', 'create'], settings)).toMatchObject({ code: 0 });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});
