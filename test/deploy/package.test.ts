import { once } from 'node:events';
import { glob, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import hooksPackage from '../../src/hooks/package.json' with { type: 'json' };
import { expectAppToWork } from './example-app.ts';
import { type InstalledPackage, installPackage, run } from './installed-package.ts';

let app: string;
let tarballs: InstalledPackage['tarballs'];
/** The content of the package. */
let content: string;

/** Checks the types of files of the app, with options besides those of its tsconfig.json. */
async function compile(name: string, include: readonly string[], compilerOptions: object) {
  const file = join(app, `tsconfig.${name}.json`);
  await writeFile(file, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }));
  return run('tsc', ['-p', file, '--singleThreaded']);
}

beforeAll(async () => {
  ({ app, tarballs } = await installPackage());
  content = join(app, 'node_modules/avatar-graphql');
}, 300_000);

test.each(['server', 'hooks'] as const)('publint reports no problems of the %s', async (name) => {
  const buffer = await readFile(tarballs[name]);
  const tarball = buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
  const { messages } = await publint({ pack: { tarball }, strict: true });
  expect(messages).toStrictEqual([]);
});

test('the copies of the released schema and contract are not in the package', async () => {
  const files = await readdir(join(content, 'schema'));
  expect(files).toContain('schema.graphql');
  expect(files.filter((name) => name.includes('released'))).toStrictEqual([]);
});

test('both packages have the same version', () => {
  expect(hooksPackage.version).toBe(packageJson.version);
});

test('a page installs no package of the server', async () => {
  const { dependencies, peerDependencies } = JSON.parse(
    await readFile(join(app, 'node_modules/avatar-graphql-hooks/package.json'), 'utf8'),
  );
  expect(Object.keys({ ...dependencies, ...peerDependencies })).toStrictEqual([
    '@tanstack/query-core',
    '@tanstack/react-query',
    'graphql',
    'react',
  ]);
});

test('the types of every entry declare the exports of its code, as Node.js resolves them for ES modules and CommonJS', async () => {
  const names = [packageJson, hooksPackage].flatMap(({ name, exports }) =>
    Object.keys(exports)
      .filter((entry) => !/\.(graphql|json)$/.test(entry))
      .map((entry) => entry.replace('.', name)),
  );
  expect(names).toStrictEqual([
    'avatar-graphql',
    'avatar-graphql/rest',
    'avatar-graphql-hooks',
    'avatar-graphql-hooks/queries',
    'avatar-graphql-hooks/client',
    'avatar-graphql-hooks/documents',
  ]);
  const print = async (type: string, load: string) => {
    const code = `
      (${load}('node:module')).registerHooks({
        load: (url, context, next) => { seen.push(url); return next(url, context); },
      });
      const exports = [];
      for (const name of ${JSON.stringify(names)}) exports.push(Object.keys(${load}(name)).join());
      console.log(JSON.stringify({ exports, seen }));`;
    const args = [`--input-type=${type}`, '-e', `const seen = []; ${code}`];
    return JSON.parse((await run('node', args, { cwd: app })).stdout);
  };
  // In other processes, because this one has loaded the graph from its source, and Pothos registers a plugin once.
  const { exports, seen } = await print('module', 'await import');
  expect((await print('commonjs', 'require')).exports).toStrictEqual(exports);
  // What a server imports is what npm installed, not a copy in the package.
  for (const name of ['zod', 'graphql-yoga', 'graphql-scalars'])
    expect(seen).toContainEqual(expect.stringContaining(`/node_modules/${name}/`));
  for (const [index, name] of names.entries()) {
    const exported = exports[index] ?? '';
    expect(exported).not.toBe('');
    for (const extension of ['ts', 'cts']) {
      const file = join(app, `entry-${index}.${extension}`);
      await writeFile(file, `export { ${exported} } from '${name}';`);
    }
  }
  await compile('node', ['entry-*.ts', 'entry-*.cts'], {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    verbatimModuleSyntax: false,
  });
});

test('an app with the server compiles without skipLibCheck, and loads the types of no library but graphql', async () => {
  const options = { skipLibCheck: false, skipDefaultLibCheck: true, types: ['node'] };
  const { stdout } = await compile('libraries', ['src/server.ts'], { ...options, listFiles: true });
  const libraries = [...stdout.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\/[^\n]*$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(?:@types\/node|undici-types|typescript|@typescript\/.*)$/.test(name));
  expect(new Set(libraries)).toStrictEqual(new Set(['graphql', 'avatar-graphql']));
}, 120_000);

test('the example app with Vite and React works in a browser', async () => {
  const clients = `
    export { createClient } from 'avatar-graphql-hooks/client';
    export { PersonasDocument } from 'avatar-graphql-hooks/documents';
    export { personasQuery } from 'avatar-graphql-hooks/queries';
  `;
  await writeFile(join(app, 'src/clients.ts'), clients);
  // The declarations for frontends and their dependencies are checked, too.
  await compile('hooks', ['src/main.tsx', 'src/clients.ts'], { skipLibCheck: false });
  await run('vite', ['build', app, '--logLevel', 'error']);
  const [built] = await Array.fromAsync(glob('dist/assets/*.js', { cwd: app }));
  const code = await readFile(join(app, built ?? ''), 'utf8');
  // The bundle contains only what the app imports.
  const operations = [...code.matchAll(/(?:query|mutation) (\w+)/g)].map(([, name]) => name);
  const used = 'CreateAvatar CreateSessionToken Personas Viewer';
  expect(operations.sort().join(' ')).toBe(used);
  await expectAppToWork(join(app, 'dist'));
}, 120_000);

test('the notices contain the licenses of the packages in the command', async () => {
  const notices = await readFile(join(content, 'dist/command/NOTICES.txt'), 'utf8');
  for (const name of ['graphql', 'undici', 'zod', 'fastify', 'pg', 'kysely', 'jose', 'pino']) {
    const version = Reflect.get(packageJson.dependencies, name);
    const [, license = ''] = notices.split(`\n${name} ${version} (`);
    expect(license.split('\n----')[0]).toMatch(/without warranty|"as is"/i);
  }
  // Every package states its license, with or without a license file.
  expect(notices).not.toContain('(not stated)');
});

test('a bundled server contains the whole graph', async () => {
  const bundled = join(app, 'server/server.js');
  const options = ['--platform', 'node', '--dir', join(app, 'server')];
  await run('rolldown', [join(app, 'src/server.ts'), ...options]);
  const { server } = await import(bundled);
  onTestFinished(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const query = '{ __schema { queryType { fields { name } } } }';
  const path = `/graphql?${new URLSearchParams({ query })}`;
  const { data } = await (await fetch(`http://127.0.0.1:${server.address().port}${path}`)).json();
  expect(data.__schema.queryType.fields).toContainEqual({ name: 'personas' });
});

test('webpack finds no folder and no missing file in the modules for servers', async () => {
  const files = await Array.fromAsync(glob(join(content, 'dist/{index,rest,library/*}.js')));
  const codes = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const imports = codes.flatMap((code) => code.match(/(?<![\w.])import\([^)]+\)/g) ?? []);
  expect(imports).toContain('import("@graphql-yoga/render-graphiql")');
  for (const imported of imports) expect(imported).toMatch(/^import\("[\w@./-]+"\)$/);
  expect(codes.filter((code) => /new URL\([^()]+, import\.meta\.url\)/.test(code))).toHaveLength(0);
});
