/**
 * Bundles the command line with its dependencies into few files: a process that reads 1,400 files spends most of its
 * start on finding them.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { createAllNotices } from './license-notices.ts';

/** The folder in `dist` for all chunks except the entry. */
const CHUNK_FOLDER = 'command';

/** Not bundled: nine megabytes that are only loaded when the explorer is first opened. */
const EXTERNAL_PACKAGES = ['@graphql-yoga/render-graphiql'];

/** The program, and the thread that it starts from a file of its own. */
const ENTRIES = ['bin', 'avatar-service/documents/extraction-worker'];

/** Rewrites `import.meta.url`, so that modules still find the files beside them. */
const preserveImportMetaUrl = (dist: string): Plugin => ({
  name: 'preserve-import-meta-url',
  transform(code, id) {
    if (!id.startsWith(dist + sep) || !code.includes('import.meta.url')) return null;
    const path = relative(join(dist, CHUNK_FOLDER), id).split(sep).join('/');
    return code.replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`);
  },
});

/**
 * Bundles the entries of `dist` in place, with their lazy imports as chunks. The other files of `dist` stay, for programs
 * that import them.
 */
export async function bundleCommand(dist: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'node',
    external: EXTERNAL_PACKAGES,
    plugins: [preserveImportMetaUrl(dist)],
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: `${CHUNK_FOLDER}/[name].js`,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  await writeFile(join(dist, CHUNK_FOLDER, 'NOTICES.txt'), await createAllNotices(modules));
}
