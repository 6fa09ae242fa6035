import { join, resolve } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import type { KeySources } from './secret-box.ts';

/** Where a store is kept: a folder with an SQLite file, or a Postgres database. */
export type StoreLocation =
  | {
      readonly dataDir: string;
      /** What API keys of custom LLMs are encrypted with. Default: a key in a file beside the store. */
      readonly secret?: Secret | undefined;
    }
  | {
      /** A postgres:// address, which may hold a password. */
      readonly databaseUrl: Secret;
      /** Connections of this process, at most. Default 10. */
      readonly connections?: number;
      /** What API keys of custom LLMs are encrypted with. Default: nothing, and none is taken. */
      readonly secret?: Secret | undefined;
    };

/** The file with the key of a store in a folder. */
export const keyFileIn = (folder: string): string => join(folder, 'avatar-service.key');

/** Where the keys of a store come from. */
export const keySourcesOf = (place: StoreLocation): KeySources => ({
  secret: place.secret,
  keyFile: 'dataDir' in place ? keyFileIn(place.dataDir) : undefined,
});

/** A place as a person may be told of it: without user and password. */
export function describeLocation(place: StoreLocation): string {
  if ('dataDir' in place) return resolve(place.dataDir);
  const { host, pathname } = new URL(place.databaseUrl.reveal());
  return `Postgres at ${host || 'localhost'}${pathname}`;
}
