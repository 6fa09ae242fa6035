/**
 * Bundles the command line and the package's entry for servers into few files: a process that reads 1,400 files spends most
 * of its start on finding them.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import packageJson from '../../../package.json' with { type: 'json' };
import { createAllNotices } from './license-notices.ts';

/** Entries that are bundled together. */
interface Bundle {
  /** Their paths in `dist`, without the extension. They are bundled in place. */
  readonly entries: readonly string[];
  /** The folder in `dist` for all other chunks. */
  readonly folder: string;
  /** What is imported from where it is installed. */
  readonly external: NonNullable<InputOptions['external']>;
}

/** The program, and the thread that it starts from a file of its own. */
const COMMAND: Bundle = {
  entries: ['bin', 'avatar-service/documents/extraction-worker'],
  folder: 'command',
  // Nine megabytes that are only loaded when the explorer is first opened.
  external: ['@graphql-yoga/render-graphiql'],
};

const PACKAGE = /^(?!node:)(?:@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/;

/**
 * The dependencies that every import of the library loads. Others are loaded later, if at all. `graphql` is not among them,
 * because its classes must be those of the program that imports the library.
 */
const LIBRARY_PACKAGES = [
  ...['@fastify/busboy', '@fastify/proxy-addr', '@graphql-tools/utils', '@pothos/core'],
  ...['@pothos/plugin-complexity', '@pothos/plugin-zod', 'dataloader', 'graphql-scalars'],
  ...['graphql-yoga', 'image-dimensions', 'ipaddr.js', 'jose', 'lru-cache'],
  ...['rate-limiter-flexible', 'undici', 'yaml', 'zod'],
];

/** What programs import to serve the API themselves. */
const LIBRARY: Bundle = {
  entries: ['index'],
  folder: 'library',
  external: (id) => {
    const [name] = PACKAGE.exec(id) ?? [];
    const isInstalled = name !== undefined && Object.hasOwn(packageJson.dependencies, name);
    return isInstalled && !LIBRARY_PACKAGES.includes(name);
  },
};

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

/**
 * Entries of packages, by what the sources use of them. Two limiters import by a computed name, for which webpack takes
 * every file beside the chunk. Of undici, what implements fetch, WebSocket, caches and mocks is three fifths, and each
 * import of the package would evaluate it.
 */
const USED_PARTS: Readonly<Record<string, string>> = {
  'rate-limiter-flexible/index.js': ['RateLimiterMemory', 'RateLimiterRedis', 'RateLimiterRes']
    .map((name) => `exports.${name} = require('./lib/${name}.js');`)
    .join('\n'),
  'undici/index.js': `
    // The agent for proxies calls these methods.
    Object.assign(require('./lib/dispatcher/dispatcher.js').prototype, require('./lib/api/index.js'));
    exports.Agent = require('./lib/dispatcher/agent.js');
    exports.EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent.js');
    exports.FormData = require('./lib/web/fetch/formdata.js').FormData;
    exports.Pool = require('./lib/dispatcher/pool.js');
    exports.buildConnector = require('./lib/core/connect.js');
    exports.errors = require('./lib/core/errors.js');`,
};

/** Leaves out the parts of packages that the sources do not use. */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  load(id) {
    const [, path = ''] = id
      .split(sep)
      .join('/')
      .split(/\/node_modules\/(?!.*\/node_modules\/)/);
    return USED_PARTS[path] ?? null;
  },
};

/** Lets bundles of CommonJS, which have no `import.meta.url`, load built-in modules. */
const requireInCommonJs: Plugin = {
  name: 'require-in-commonjs',
  renderChunk: (code) =>
    code.replace('createRequire(import.meta.url)', 'createRequire(import.meta.url ?? __filename)'),
};

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

/** Bundles entries, with their lazy imports as chunks, and returns the chunks. */
async function bundle(dist: string, { entries, folder, external }: Bundle) {
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'node',
    external,
    plugins: [
      preserveImportMetaUrl(dist, folder),
      leaveOutUnused,
      requireInCommonJs,
      escapeCharacters,
    ],
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    chunkFileNames: `${folder}/[name].js`,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  await writeFile(join(dist, folder, 'NOTICES.txt'), await createAllNotices(modules));
  return chunks;
}

/** Bundles the entries of `dist` in place, and removes the modules that nothing else imports. Their declarations stay. */
export async function bundleEntries(dist: string): Promise<void> {
  // Before the other removes what it is made of: both begin with the same modules.
  const chunks = [...(await bundle(dist, LIBRARY)), ...(await bundle(dist, COMMAND))];
  const written = new Set(chunks.map(({ fileName }) => join(dist, fileName)));
  const bundled = new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
  const outdated = [...bundled].filter((path) => path.startsWith(dist + sep) && !written.has(path));
  await Promise.all(outdated.map((path) => rm(path)));
}
