/** Bundles the command line into few files: a process that reads 1,400 files spends most of its start on finding them. */
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { createAllNotices } from './license-notices.ts';

/** The program, and the thread that it starts from a file of its own. They are bundled in place. */
const ENTRIES = ['bin', 'avatar-service/documents/extraction-worker'];

/** The folder in `dist` for all other chunks. */
const FOLDER = 'command';

/** Rewrites `import.meta.url`, so that modules still find the files beside them. */
const preserveImportMetaUrl = (dist: string): Plugin => ({
  name: 'preserve-import-meta-url',
  transform(code, id) {
    if (!id.startsWith(dist + sep) || !code.includes('import.meta.url')) return null;
    const path = relative(join(dist, FOLDER), id).split(sep).join('/');
    // In `new URL('…', import.meta.url)`, webpack looks for a file, and the module is none anymore.
    return code.replaceAll('import.meta.url', `new URL('${path}', String(import.meta.url)).href`);
  },
});

/** Escapes what is not ASCII: one such character, and the text of its whole chunk takes twice the memory. */
const escapeCharacters: Plugin = {
  name: 'escape-characters',
  // Not in renderChunk, whose code is printed once more.
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue;
      part.code = part.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Bundles the entries, with their lazy imports as chunks. The modules stay, for programs that import the library. */
export async function bundleCommand(dist: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'node',
    // Nine megabytes that are only loaded when the explorer is first opened.
    external: ['@graphql-yoga/render-graphiql'],
    plugins: [preserveImportMetaUrl(dist), escapeCharacters],
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: `${FOLDER}/[name].js`,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  await writeFile(join(dist, FOLDER, 'NOTICES.txt'), await createAllNotices(modules));
}
