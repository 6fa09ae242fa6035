import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the path of a file or folder of this package, seen from `src` and `dist` alike. Call it on first use: a bundle
 * has none of them, and one of CommonJS has no `import.meta.url`.
 */
export const getPackagePath = (path: string): string =>
  // Bundlers look for a folder in `new URL`.
  join(fileURLToPath(import.meta.url), '../../..', path);
