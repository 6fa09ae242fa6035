import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The programs that tests start, by name. */
export const PROGRAMS = {
  bin: 'src/bin.js',
  conformance: 'test/tools/conformance.ts',
  'service-child': 'test/support/service-child.ts',
};

/** The folder of their bundles, which build-programs.ts makes; undefined outside of Vitest. */
const bundles = process.env.TEST_PROGRAMS;

/** Returns the path of a program's bundle, or of its source where there is none. */
export const locateProgram = (name: keyof typeof PROGRAMS): string =>
  bundles ? join(bundles, `${name}.js`) : join(ROOT, PROGRAMS[name]);

/** Has Node.js keep what it compiles, also for commands such as the doctor, which keep nothing themselves. */
export const COMPILE_CACHE: Readonly<Record<string, string>> = bundles
  ? { NODE_COMPILE_CACHE: join(bundles, 'compiled') }
  : {};
