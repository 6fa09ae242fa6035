import { globSync, readFileSync } from 'node:fs';
import { listImports } from './list-imports.ts';

/** Modules that start another process or a browser. */
const STARTS_PROCESS = /from '(?:node:child_process|node:cluster|playwright-core)'/;

/**
 * Finds the test files that need a browser, a database server or a second process, by following their imports through
 * the tests' own files. `npm run test:fast` runs all others.
 * @returns paths relative to the working directory, which must be the root of the repository.
 */
export function findSlowTests(): string[] {
  const results = new Map<string, boolean>();
  const isSlow = (path: string): boolean => {
    const cached = results.get(path);
    if (cached !== undefined) return cached;
    results.set(path, false);
    const imported = listImports(path).filter(
      (target) => target.startsWith('test/') && target.endsWith('.ts'),
    );
    const result = STARTS_PROCESS.test(readFileSync(path, 'utf8')) || imported.some(isSlow);
    results.set(path, result);
    return result;
  };
  return globSync('test/**/*.test.ts').filter(isSlow);
}
