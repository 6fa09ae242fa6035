import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';

/** Returns the settings for a store at a place. */
export const placeSettings = (place: StoreLocation): Record<string, string> => ({
  ...(place.secret && { STORE_SECRET: place.secret.reveal() }),
  ...('dataDir' in place
    ? { DATA_DIR: place.dataDir }
    : {
        DATABASE_URL: place.databaseUrl.reveal(),
        ...(place.connections && { DATABASE_CONNECTIONS: String(place.connections) }),
      }),
});
