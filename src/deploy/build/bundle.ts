/**
 * Puts what the command line is made of, ours and that of the packages it depends on, into a few files: a process that
 * reads 1,400 of them spends most of its start on finding them.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { noticesOf } from './license-notices.ts';

/** Folder in `dist` of all but the entry itself. */
const FOLDER = 'command';

/** Left where it is installed: nine megabytes that are read when somebody first looks at the explorer. */
const APART = ['@graphql-yoga/render-graphiql'];

/** Files that a module of ours reads beside it are still where they were, seen from the bundle. */
const whereItWas = (dist: string): Plugin => ({
  name: 'where it was',
  transform(code, id) {
    if (!id.startsWith(dist + sep) || !code.includes('import.meta.url')) return null;
    const path = relative(join(dist, FOLDER), id).split(sep).join('/');
    return code.replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`);
  },
});

/**
 * Bundles `bin.js` of `dist`, in its place; its parts are loaded when they are needed, as before. The other files of
 * `dist` stay as they are, for programs that import them.
 */
export async function bundleCommand(dist: string): Promise<void> {
  const bundle = await rolldown({
    input: join(dist, 'bin.js'),
    platform: 'node',
    external: APART,
    plugins: [whereItWas(dist)],
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: `${FOLDER}/[name].js`,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  await writeFile(join(dist, FOLDER, 'NOTICES.txt'), await noticesOf(modules));
}
