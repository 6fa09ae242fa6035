import { join, resolve } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import type { KeySources } from './secret-encryption.ts';

/** The location of a store: a folder with an SQLite file, or a Postgres database. */
export type StoreLocation =
  | {
      readonly dataDir: string;
      /** Encrypts the API keys of custom LLMs. Default: a key in a file next to the store. */
      readonly secret?: Secret | undefined;
    }
  | {
      /** A postgres:// URL, which can contain a password. */
      readonly databaseUrl: Secret;
      /** Maximum number of connections of this process. Default: that of its setting. */
      readonly connections?: number;
      /** Encrypts the API keys of custom LLMs. If not set, API keys cannot be stored. */
      readonly secret?: Secret | undefined;
    };

const getKeyFile = (folder: string): string => join(folder, 'avatar-service.key');

export const getKeySources = (location: StoreLocation): KeySources => ({
  secret: location.secret,
  keyFile: 'dataDir' in location ? getKeyFile(location.dataDir) : undefined,
});

/** Describes a location for messages, without user name and password. */
export function describeLocation(location: StoreLocation): string {
  if ('dataDir' in location) return resolve(location.dataDir);
  const { host, pathname } = new URL(location.databaseUrl.reveal());
  return `Postgres at ${host || 'localhost'}${pathname}`;
}
