import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where this machine has a server program; undefined where it has none. Debian keeps them where only root looks. */
export function findProgram(name: 'nginx' | 'pgbouncer'): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
