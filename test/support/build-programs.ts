import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { PROGRAMS } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** What the bundles may import from the packages of the checkout. */
const CACHE = join(ROOT, 'node_modules/.cache');

/** Lets modules find the files beside their sources. All are kept: package.json names those of `dist` with side effects. */
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
  // Otherwise, Node.js reads each file twice to find out.
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
  return () => rm(dir, { recursive: true, force: true });
}
