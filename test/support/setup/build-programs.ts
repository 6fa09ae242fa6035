import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { DISK_PREFIX } from '../resources.ts';
import { PROGRAMS } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The folder of the bundles, from which they can import the packages of the checkout. */
const CACHE = join(ROOT, 'node_modules/.cache');

/** Makes import.meta.url that of the source file. All modules have side effects: package.json lists only those of `dist`. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  transform(code, id) {
    if (!id.startsWith(ROOT + sep) || id.includes(`${sep}node_modules${sep}`)) return null;
    const url = JSON.stringify(pathToFileURL(id).href);
    return { code: code.replaceAll('import.meta.url', url), moduleSideEffects: true };
  },
};

/**
 * Bundles the programs once for the whole run, from their current sources: a process that reads 2,000 files spends half
 * of its start on them.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_PROGRAMS) return undefined;
  await mkdir(CACHE, { recursive: true });
  const dir = await mkdtemp(join(CACHE, 'test-programs-'));
  // Otherwise, Node.js parses each file twice to detect its format.
  await writeFile(join(dir, 'package.json'), '{ "type": "module" }');
  const bundle = await rolldown({
    cwd: ROOT,
    input: PROGRAMS,
    platform: 'node',
    external: ['@graphql-yoga/render-graphiql'],
    plugins: [keepUrls],
  });
  await bundle.write({ dir });
  await bundle.close();
  process.env.TEST_PROGRAMS = dir;
  // Of test/support/shared-folder.ts; outside of the checkout, whose packages nothing in it finds.
  const shared = await mkdtemp(DISK_PREFIX);
  process.env.TEST_SHARED = shared;
  return async () => {
    for (const each of [dir, shared]) await rm(each, { recursive: true, force: true });
  };
}
