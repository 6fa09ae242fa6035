import type { TestProject } from 'vitest/node';
import { startCluster } from '../postgres-cluster.ts';
import { createDatabase, locateDatabase, query } from '../stores.ts';
import { prepareStores } from './prepare-stores.ts';

/** Provides the server at TEST_DATABASE_URL, or a new one for the run, with prepared stores. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? undefined : await startCluster({ durable: false });
  const server = given ?? cluster?.url ?? '';
  const names: string[] = [];
  const stores = await prepareStores(async () => {
    const { name, url } = await createDatabase(server);
    names.push(name);
    return { source: name, location: locateDatabase(url) };
  });
  project.provide('postgres', server);
  project.provide('stores', stores);
  return async () => {
    for (const name of names) await query(server, `drop database ${name}`);
    await cluster?.remove();
  };
}
