import { expect, inject, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/start.ts';
import { tempDatabase, tempPlace } from '../support/stores.ts';
import { expectOneStore } from './one-store.ts';

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

test('two replicas apply all concurrent updates of a tool, and serve images of each other', async () => {
  await expectOneStore(await tempPlace());
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
