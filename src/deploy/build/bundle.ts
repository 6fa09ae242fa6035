/** Bundles the modules into few files: a process that reads 1,400 files spends most of its start on finding them. */
import { glob, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import { createAllNotices } from './license-notices.ts';

/** The program, and the threads that it starts from files of their own. */
const COMMAND = [
  'bin',
  'avatar-service/documents/extraction-worker',
  'avatar-service/store/slice-writer-thread',
];

/** What programs import. */
const LIBRARY = ['index', 'rest'];

/** The check of the version of Node.js, which runs before other modules can fail. */
const FIRST = 'shared/require-node.js';

/** Rewrites `import.meta.url`, so that modules still find the files beside them. */
const preserveImportMetaUrl = (dist: string, folder: string): Plugin => ({
  name: 'preserve-import-meta-url',
  transform(code, id) {
    if (!id.startsWith(dist + sep) || !code.includes('import.meta.url')) return null;
    const path = relative(join(dist, folder), id).split(sep).join('/');
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

/** Bundles `entries` of `dist` in place, and the modules that they share or load later into `folder`. */
async function bundle(
  dist: string,
  folder: string,
  entries: readonly string[],
  external: NonNullable<InputOptions['external']>,
): Promise<string[]> {
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'node',
    external,
    plugins: [preserveImportMetaUrl(dist, folder), escapeCharacters],
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: `${folder}/[name].js`,
    comments: { legal: true, annotation: false, jsdoc: false },
    // Before the imports of the chunks, whose order is not that of the sources.
    banner: ({ name }) => (name === 'index' ? `import './${FIRST}';` : ''),
  });
  await build.close();
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
}

/**
 * Bundles the command with its dependencies, and the library without them: programs that import it run what npm installed.
 * Then only the types of the modules are left.
 */
export async function bundleAll(dist: string): Promise<void> {
  const own = await Array.fromAsync(
    glob('*/**/*.js', { cwd: dist, exclude: ['hooks', 'console'] }),
  );
  // Nine megabytes that are only loaded when the explorer is first opened.
  const modules = await bundle(dist, 'command', COMMAND, ['@graphql-yoga/render-graphiql']);
  await writeFile(join(dist, 'command/NOTICES.txt'), await createAllNotices(modules));
  await bundle(dist, 'library', LIBRARY, (id) => /^[^./]/.test(id) || id.endsWith(FIRST));
  const kept = [FIRST, ...COMMAND.map((name) => `${name}.js`)];
  const bundled = own.filter((file) => !kept.includes(file));
  await Promise.all(bundled.map((file) => rm(join(dist, file))));
}
