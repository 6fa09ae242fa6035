import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import oldest from 'tanstack-query-oldest/package.json' with { type: 'json' };
import { beforeAll, expect, test } from 'vitest';
import packageJson from '../../src/hooks/package.json' with { type: 'json' };
import { DISK_PREFIX } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { installPackage, unpack } from './installed-package.ts';

/** Maximum bytes after gzip that one query hook may add to an app with React and TanStack Query. */
const MAX_BYTES = 3_700;

/** Packages of the app, which are not bundled. */
const EXTERNAL = ['react', '@tanstack/react-query'];

let root: string;

beforeAll(async () => {
  const { tarballs } = await installPackage();
  root = join((await unpack(tarballs.hooks, DISK_PREFIX)).folder, 'package');
}, 300_000);

/** Bundles an app's code that imports the package. */
async function bundle(code: string) {
  const input = join(root, 'app.js');
  await writeFile(input, code);
  const build = await rolldown({
    input,
    external: EXTERNAL,
    platform: 'browser',
    onLog(level, log, logDefault) {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') logDefault(level, log);
    },
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0];
}

const listOperations = (code: string) =>
  [...code.matchAll(/\b(?:query|mutation|fragment) (\w+)/g)].map(([, name]) => name);

test('one query hook, its client and the defaults add at most 3.7 kB', async () => {
  const names = 'ClientProvider, createClient, queryDefaults, usePersonaQuery';
  const { code } = await bundle(`export { ${names} } from 'avatar-graphql-hooks';`);
  expect(listOperations(code)).toContain('Persona');
  expect(gzipSync(code).length).toBeLessThanOrEqual(MAX_BYTES);
});

test('an unused import adds nothing', async () => {
  const imports = "import 'avatar-graphql-hooks'; import 'avatar-graphql-hooks/documents';";
  const { code } = await bundle(imports);
  expect(code.trim()).toBe('');
});

test('code without React and TanStack Query sends operations with avatar-graphql-hooks/client', async () => {
  const { url } = await start();
  const code = `
    import { ApiError, createClient, PersonasDocument } from 'avatar-graphql-hooks/client';
    const { request } = createClient({ url: '${url}' });
    const { personas } = await request(PersonasDocument, { name: 'museum' });
    const error = await request(PersonasDocument, { page: 0 }).catch((error) => error);
    const { personasQuery } = await import('avatar-graphql-hooks/queries');
    const [{ operation }] = personasQuery().queryKey;
    const hooks = await import('avatar-graphql-hooks').catch((error) => error);
    console.log(personas.nodes[0].name, error instanceof ApiError, operation, hooks.code);
  `;
  const args = ['--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stdout).toBe('Nora, museum guide true Personas ERR_MODULE_NOT_FOUND\n');
});

test('the types of the hooks compile with the oldest TanStack Query in the peer dependencies', async () => {
  for (const name of ['@tanstack/react-query', '@tanstack/query-core'] as const)
    expect(packageJson.peerDependencies[name]).toBe(`^${oldest.version}`);
  const folder = resolve('test/node_modules/tanstack-query-oldest');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    paths: {
      '@tanstack/query-core': [join(folder, 'node_modules/@tanstack/query-core')],
      '@tanstack/react-query': [folder],
      react: [resolve('node_modules/@types/react')],
      'react/*': [resolve('node_modules/@types/react/*')],
    },
  };
  const project = join(root, 'tsconfig.json');
  const files = ['dist/index.d.ts'];
  await writeFile(project, JSON.stringify({ compilerOptions, files }));
  const tsc = promisify(execFile)('node_modules/.bin/tsc', ['-p', project]);
  const { stdout } = await tsc.catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
}, 60_000);
