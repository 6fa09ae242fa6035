import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lists the files that a file imports by relative paths, relative to the same folder as `path`. */
export const listImports = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, target = '']) => join(dirname(path), target),
  );
