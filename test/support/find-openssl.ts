import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** This machine's openssl; undefined where there is none. */
export const findOpenssl = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'openssl'))
    .find((file) => existsSync(file));
