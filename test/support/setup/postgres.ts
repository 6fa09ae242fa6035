import type { TestProject } from 'vitest/node';
import { startCluster } from '../postgres-cluster.ts';
import { createDatabase, KEEP_CONTENT, locateDatabase, query } from '../stores.ts';
import { prepareStores } from './prepare-stores.ts';

/** Provides the server at TEST_DATABASE_URL, or a new one for the run, with prepared stores. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? undefined : await startCluster({ durable: false });
  const server = given ?? cluster?.url ?? '';
  const prepared: { name: string; url: string }[] = [];
  const stores = await prepareStores(async () => {
    const database = await createDatabase(server);
    prepared.push(database);
    return { source: database.name, location: locateDatabase(database.url) };
  });
  for (const { url } of prepared) await query(url, KEEP_CONTENT);
  project.provide('postgres', server);
  project.provide('stores', stores);
  return async () => {
    await cluster?.remove();
    if (!given) return;
    for (const { name } of prepared) {
      // Its copies begin with its name.
      const { rows } = await query(
        given,
        `select datname from pg_database where datname like '${name}%'`,
      );
      for (const { datname } of rows) await query(given, `drop database ${datname} with (force)`);
    }
  };
}
