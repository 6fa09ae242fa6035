import { resolve } from 'node:path';
import type { Secret } from '../../shared/secret.ts';

/** Where a store is kept: a folder with an SQLite file, or a Postgres database. */
export type StoreLocation =
  | { readonly dataDir: string }
  | {
      /** A postgres:// address, which may hold a password. */
      readonly databaseUrl: Secret;
      /** Connections of this process, at most. Default 10. */
      readonly connections?: number;
    };

/** A place as a person may be told of it: without user and password. */
export function describeLocation(place: StoreLocation): string {
  if ('dataDir' in place) return resolve(place.dataDir);
  const { host, pathname } = new URL(place.databaseUrl.reveal());
  return `Postgres at ${host || 'localhost'}${pathname}`;
}
