import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** This machine's nginx; undefined where there is none. */
export function findNginx(): string | undefined {
  // Debian keeps it where only root looks.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
}
