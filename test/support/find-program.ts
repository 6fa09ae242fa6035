import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where this machine has one of some programs; undefined where it has none. Debian keeps some where only root looks. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** This machine's Redis server, or Valkey; undefined where there is none. */
export const findRedis = (): string | undefined => findProgram('redis-server', 'valkey-server');
