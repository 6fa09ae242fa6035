import { expect, inject, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';
import { runProgram, startServiceProcess } from '../support/program.ts';
import { tempDatabase, tempPlace } from '../support/stores.ts';

test('eight replicas that start at once on an empty database share one seeded store', async () => {
  const place = { ...(await tempPlace()), connections: 2 };
  const replicas = await Promise.all(Array.from({ length: 8 }, () => startServiceProcess(place)));
  const totals = await Promise.all(
    replicas.map(async ({ url, key }) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await (await fetch(`${url}/v1/personas`, { headers })).json()).meta.total;
    }),
  );
  expect(new Set(totals)).toStrictEqual(new Set([28]));
}, 60_000);

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

test('the program prints neither user nor password of DATABASE_URL', async () => {
  const databaseUrl = await tempDatabase(inject('postgres'));
  const { host, pathname, password } = new URL(databaseUrl);
  const settings = { PORT: '0', DATABASE_URL: databaseUrl };
  const { printed, output } = runProgram([], settings);
  const [, url = ''] = await printed(/Explorer +(http:\S+)\/graphql\n(?:.*\n){3}/);
  expect(output().stdout).toContain(`  Data      Postgres at ${host}${pathname}\n`);
  expect(output().stdout).not.toContain(password);
  const body = JSON.stringify({ query: '{ personas { total } }' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/graphql`, { method: 'POST', body, headers });
  expect(await response.json()).toStrictEqual({ data: { personas: { total: 28 } } });
  const keys = runProgram(['keys', 'create'], settings);
  expect(await keys.ended()).toBe(0);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});
