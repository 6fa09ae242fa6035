import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createKey } from '../../../src/avatar-service/keys.ts';
import { openStore } from '../../../src/avatar-service/store/database.ts';
import { DEFAULT_ACCOUNT } from '../../../src/avatar-service/store/records.ts';
import type { Store } from '../../../src/avatar-service/store/store.ts';
import type { StoreLocation } from '../../../src/avatar-service/store/store-location.ts';
import { TEMP_PREFIX } from '../resources.ts';
import { fillStore } from '../sample/fill-store.ts';

/** Keys by plan. */
export interface Keys {
  readonly pro: string;
  readonly free: string;
}

/** A migrated store with keys, which tests copy. */
export interface PreparedStore {
  /** The folder of the store, or the name of its database. */
  readonly source: string;
  readonly keys: Keys;
}

/** A store without other records, and one with the sample data. */
export interface PreparedStores {
  readonly empty: PreparedStore;
  readonly seeded: PreparedStore;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly stores: PreparedStores;
  }
}

/** Creates a key of each plan. Default: of the default account. */
export async function createKeys(store: Store, account = DEFAULT_ACCOUNT): Promise<Keys> {
  const pro = await createKey(store, { plan: 'pro', label: 'test', account });
  const free = await createKey(store, { plan: 'free', label: 'test', account });
  return { pro: pro.key, free: free.key };
}

/** Prepares both stores at the locations that `locate` returns. */
export async function prepareStores(
  locate: (name: string) => Promise<{ source: string; location: StoreLocation }>,
): Promise<PreparedStores> {
  const prepare = async (name: string, fill?: (store: Store) => Promise<void>) => {
    const { source, location } = await locate(name);
    const store = await openStore(location);
    await fill?.(store);
    const keys = await createKeys(store);
    await store.close();
    return { source, keys };
  };
  return { empty: await prepare('empty'), seeded: await prepare('seeded', fillStore) };
}

/** Prepares the SQLite files once for the whole run: migrating and filling one takes longer than most tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(TEMP_PREFIX);
  const stores = await prepareStores(async (name) => {
    const source = join(folder, name);
    return { source, location: { dataDir: source } };
  });
  project.provide('stores', stores);
  return () => rm(folder, { recursive: true, force: true });
}
