import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lists the files that a file imports by a relative path, with paths as `path` has them. */
export const listImports = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, target = '']) => join(dirname(path), target),
  );
