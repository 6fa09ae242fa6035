import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findSample, scrape } from '../support/exposition.ts';
import { startProgram } from '../support/program.ts';
import { tempDatabase } from '../support/store-location.ts';

/** A connection that holds a table back from everybody else, until it is let go. */
async function holdTable(databaseUrl: string, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return { letGo: () => client.query('rollback') };
}

test('metrics tell how many connections to the database are used, and how much waits for one', async () => {
  const databaseUrl = await tempDatabase(inject('postgres'));
  const { ask, url } = await startProgram({ DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: '3' });
  const connections = async () => {
    const samples = await scrape(url);
    const inState = (state: string) =>
      findSample(samples, 'avatar_service_database_connections', { state });
    return {
      used: inState('used'),
      waiting: inState('waiting'),
      limit: inState('limit'),
    };
  };
  const { letGo } = await holdTable(databaseUrl, 'personas');
  // Each is a read of its own upstream, since identical ones would be one.
  const asked = [1, 2, 3, 4, 5].map((perPage) =>
    ask(`{ personas(perPage: ${perPage}) { total } }`),
  );
  await expect.poll(connections).toStrictEqual({ used: 3, waiting: 2, limit: 3 });
  await letGo();
  for (const { data } of await Promise.all(asked)) expect(data.personas.total).toBe(28);
  await expect.poll(connections).toStrictEqual({ used: 0, waiting: 0, limit: 3 });
});
