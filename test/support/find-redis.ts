import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** This machine's Redis server, or Valkey; undefined where there is none. */
export function findRedis(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
