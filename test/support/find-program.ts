import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finds the path of the first installed program; undefined if there is none. Debian installs some in /usr/sbin. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** Finds the Redis or Valkey server of this machine; undefined if there is none. */
export const findRedis = (): string | undefined => findProgram('redis-server', 'valkey-server');
