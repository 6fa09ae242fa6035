import { existsSync } from 'node:fs';
import type { Store } from '../../avatar-service/store/store.ts';
import { describeLocation, type StoreLocation } from '../../avatar-service/store/store-location.ts';
import { ConfigError } from '../config/config-error.ts';
import { describeCommand } from '../config/environment.ts';
import { readSettings } from './terminal.ts';

const openStore = async (location: StoreLocation): Promise<Store> =>
  (await import('../../avatar-service/store/database.ts')).openStore(location);

/** @throws ConfigError instead of creating a folder or file. Postgres databases are always created by others. */
async function openExistingStore(location: StoreLocation): Promise<Store> {
  if ('dataDir' in location) {
    const { getStoreFile } = await import('../../avatar-service/store/sqlite.ts');
    if (!existsSync(getStoreFile(location.dataDir))) {
      throw new ConfigError(
        `There is no store at ${describeLocation(location)}. Check DATA_DIR. \`${describeCommand('keys create')}\` creates a store.`,
      );
    }
  }
  return openStore(location);
}

type Work = (store: Store) => Promise<void>;

async function runWithStore(open: typeof openStore, work: Work) {
  const store = await open(readSettings().store);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Opens the store of the settings for `work`, and creates it if it does not exist. */
export const withStore = (work: Work): Promise<void> => runWithStore(openStore, work);

/** Opens the store of the settings for `work`. @throws ConfigError if it does not exist. */
export const withExistingStore = (work: Work): Promise<void> =>
  runWithStore(openExistingStore, work);
