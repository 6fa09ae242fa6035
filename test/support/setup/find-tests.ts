import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import testPackage from '../../package.json' with { type: 'json' };

/** Modules that start another process or a browser. */
const STARTS_PROCESS = /from '(?:node:child_process|node:cluster|playwright-core)'/;

/** Packages of test/package.json. */
const NEEDS_PACKAGES = new RegExp(
  `from '(?:${Object.keys(testPackage.dependencies).join('|')})[/']`,
);

/** Finds the test files that match, or import a file of the tests that does; paths are relative to the repository. */
function findTests(pattern: RegExp): string[] {
  const results = new Map<string, boolean>();
  const isMatch = (path: string): boolean => {
    const cached = results.get(path);
    if (cached !== undefined) return cached;
    results.set(path, false);
    const imported = listImports(path).filter(
      (target) => target.startsWith('test/') && target.endsWith('.ts'),
    );
    const result = pattern.test(readFileSync(path, 'utf8')) || imported.some(isMatch);
    results.set(path, result);
    return result;
  };
  return globSync('test/**/*.test.ts').filter(isMatch);
}

/** Finds the tests that need a browser, a database server or a second process. `npm run test:fast` runs all others. */
export const findSlowTests = (): string[] => findTests(STARTS_PROCESS);

/** Finds the tests that cannot run because the packages of test/package.json are not installed. */
export const findTestsWithoutPackages = (): string[] =>
  existsSync('test/node_modules') ? [] : findTests(NEEDS_PACKAGES);

/** Lists the files that a file imports by relative paths, relative to the same folder as `path`. */
export const listImports = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, target = '']) => join(dirname(path), target),
  );
