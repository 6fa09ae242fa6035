import type { TestProject } from 'vitest/node';
import { startCluster } from './postgres-cluster.ts';

/** Gives the tests the server that TEST_DATABASE_URL names, or one that runs for them alone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? undefined : await startCluster({ durable: false });
  project.provide('postgres', given ?? cluster?.url ?? '');
  return async () => cluster?.remove();
}
