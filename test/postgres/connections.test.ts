import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { findSample, scrape } from '../support/exposition.ts';
import { start } from '../support/start.ts';
import { tempDatabase } from '../support/stores.ts';

/** Locks a table until `unlock` is called. */
async function lockTable(databaseUrl: string, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return { unlock: () => client.query('rollback') };
}

test('metrics report the use of the connections to the database', async () => {
  const databaseUrl = await tempDatabase(inject('postgres'));
  const settings = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: '3' };
  const { run, url } = await start({ settings });
  const readConnections = async () => {
    const samples = await scrape(url);
    const inState = (state: string) =>
      findSample(samples, 'avatar_service_database_connections', { state });
    return {
      used: inState('used'),
      waiting: inState('waiting'),
      limit: inState('limit'),
    };
  };
  const { unlock } = await lockTable(databaseUrl, 'personas');
  // Different arguments, because identical reads share one call.
  const responses = [1, 2, 3, 4, 5].map((perPage) =>
    run(`{ personas(first: ${perPage}) { totalCount } }`),
  );
  await expect.poll(readConnections).toStrictEqual({ used: 3, waiting: 2, limit: 3 });
  await unlock();
  for (const { data } of await Promise.all(responses))
    expect(data.personas.totalCount).toBeGreaterThan(0);
  await expect.poll(readConnections).toStrictEqual({ used: 0, waiting: 0, limit: 3 });
});

test('a program over Postgres shows neither user nor password of DATABASE_URL', async () => {
  const databaseUrl = await tempDatabase(inject('postgres'));
  const { host, pathname, password } = new URL(databaseUrl);
  const settings = { DATABASE_URL: databaseUrl };
  const { run, summary, url } = await start({ settings });
  expect(summary).toContain(`Data      Postgres at ${host}${pathname}`);
  expect(summary.join()).not.toContain(password);
  expect((await run('{ personas { totalCount } }')).data.personas.totalCount).toBeGreaterThan(0);
  expect(await runCommand(['keys', 'create'], settings)).toMatchObject({ code: 0 });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});
