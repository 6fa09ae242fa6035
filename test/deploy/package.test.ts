import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import testPackage from '../package.json' with { type: 'json' };
import { startCollector } from '../support/collector.ts';
import { docx, pdf } from '../support/documents.ts';
import { readSamples, sampleOf } from '../support/exposition.ts';
import { startIssuer } from '../support/issuer.ts';
import { runProgram } from '../support/process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import exampleApp from './app/package.json' with { type: 'json' };
import { expectAppToWork } from './example-app.ts';

const execute = promisify(execFile);

/** Runs a program; what it printed is in the error where it fails. */
const run = (program: string, words: readonly string[], options: { cwd?: string } = {}) =>
  execute(program, words, { env: { ...process.env, NODE_ENV: 'production' }, ...options }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${program} failed: ${error.stdout}${error.stderr}`, { cause: error });
    },
  );

/** What the example app depends on, and what servers and Apollo Client need. */
const DEPENDENCIES = [
  ...Object.keys({ ...exampleApp.dependencies, ...exampleApp.devDependencies }),
  '@apollo/client',
  '@types/node',
  'graphql',
  'rxjs',
];

let app: string;
let tarball: string;

/** Installed from this checkout's own copies, since tests have no network. */
const local = (name: string) =>
  `file:${resolve(name in testPackage.dependencies ? 'test/node_modules' : 'node_modules', name)}`;

const localCopies = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, local(name)]));

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'avatar-graphql-'));
  await run('node', ['src/deploy/build/build.ts']);
  const packed = await run('npm', [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    app,
  ]);
  const [{ filename }] = JSON.parse(packed.stdout);
  tarball = join(app, filename);
  await cp('test/deploy/app', app, { recursive: true });
  await cp('test/deploy/entries', join(app, 'src'), { recursive: true });
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...localCopies(DEPENDENCIES), 'avatar-graphql': `file:${tarball}` },
    overrides: { 'avatar-graphql': localCopies(Object.keys(packageJson.dependencies)) },
  };
  await writeFile(join(app, 'package.json'), JSON.stringify(manifest));
  await run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts'],
    {
      cwd: app,
    },
  );
}, 300_000);

afterAll(() => rm(app, { recursive: true, force: true }));

/** The package again, with dependencies that need no registry, in an empty folder of its own. */
async function packLocally(): Promise<{ folder: string; file: string }> {
  const [unpacked, folder] = [await tempFolder(), await tempFolder()];
  await run('tar', ['-xzf', tarball, '-C', unpacked]);
  const content = join(unpacked, 'package');
  const manifest = JSON.parse(await readFile(join(content, 'package.json'), 'utf8'));
  manifest.dependencies = localCopies(Object.keys(manifest.dependencies));
  await writeFile(join(content, 'package.json'), JSON.stringify(manifest));
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename }] = JSON.parse((await run('npm', words, { cwd: content })).stdout);
  return { folder, file: filename };
}

test('publint finds nothing to say about the package', async () => {
  const buffer = await readFile(tarball);
  const contents = buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
  const { messages } = await publint({ pack: { tarball: contents }, strict: true });
  expect(messages).toStrictEqual([]);
});

test('every entry declares what its code exports, as Node resolves it', async () => {
  const entries = Object.keys(packageJson.exports).filter(
    (entry) => !/\.(graphql|json)$/.test(entry),
  );
  expect(entries).toStrictEqual(['.', './hooks', './client', './documents', './documents/masked']);
  for (const entry of entries) {
    const name = entry.replace('.', packageJson.name);
    // In a process of its own: this one has the graph from its source, and Pothos registers a plugin once.
    const print = `import('${name}').then((module) => console.log(Object.keys(module).join()))`;
    const exported = (await run('node', ['-e', print], { cwd: app })).stdout.trim();
    expect(exported.split(',').length).toBeGreaterThan(5);
    const file = `entry-${entry.replace(/\W/g, '')}.ts`;
    await writeFile(join(app, file), `export { ${exported} } from '${name}';`);
  }
  const asNode = {
    extends: './tsconfig.json',
    compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' },
    include: ['entry-*.ts'],
  };
  await writeFile(join(app, 'tsconfig.node.json'), JSON.stringify(asNode));
  await run('tsc', ['-p', join(app, 'tsconfig.node.json'), '--singleThreaded']);
});

test('the example app of Vite and React type-checks strictly, builds, and works in a browser', async () => {
  await run('tsc', ['-p', app, '--types', 'vite/client,node', '--singleThreaded']);
  // With every declaration that the hooks bring along looked into, too.
  const hooksAlone = {
    extends: './tsconfig.json',
    compilerOptions: { skipLibCheck: false },
    include: ['src/main.tsx'],
  };
  await writeFile(join(app, 'tsconfig.hooks.json'), JSON.stringify(hooksAlone));
  await run('tsc', [
    '-p',
    join(app, 'tsconfig.hooks.json'),
    '--types',
    'vite/client',
    '--singleThreaded',
  ]);
  await run('vite', ['build', app, '--logLevel', 'error']);
  const [built] = await Array.fromAsync(glob('dist/assets/*.js', { cwd: app }));
  const code = await readFile(join(app, built ?? ''), 'utf8');
  // What the app does not import is not in its bundle.
  const operations = [...code.matchAll(/(?:query|mutation) (\w+)/g)].map(([, name]) => name);
  expect(operations.sort()).toStrictEqual([
    'CreateAvatar',
    'CreateSessionToken',
    'PersonasConnection',
  ]);
  await expectAppToWork(join(app, 'dist'));
}, 60_000);

test('the example app has fewer than 150 lines', async () => {
  const sources = await Array.fromAsync(glob('test/deploy/app/src/*'), (path) =>
    readFile(path, 'utf8'),
  );
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.join('').split('\n').length).toBeLessThan(150);
});

test('the command of the package serves the console, the explorer and the API', async () => {
  const program = join(app, 'node_modules/.bin/avatar-graphql');
  const settings = { PORT: '0', DATA_DIR: await tempFolder() };
  const { printed } = runProgram([], settings, { program, cwd: app });
  const [, url] = await printed(/Console +(\S+)\n/);
  const asked = [url, `${url}/graphql`].map((page = '') =>
    fetch(page, { headers: { accept: 'text/html' } }).then((response) => response.text()),
  );
  const [consolePage, explorer] = await Promise.all(asked);
  expect(consolePage).toContain('<div id="root">');
  expect(explorer).toContain('startExplorer(');
  const query = '{ personas(perPage: 1) { items { avatar { imageUrl } } } }';
  const answer = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`);
  const { data } = await answer.json();
  const picture = await fetch(data.personas.items[0].avatar.imageUrl);
  expect(picture.headers.get('content-type')).toMatch(/^image\//);
});

test('the command of the package reads the text of documents', async () => {
  const program = join(app, 'node_modules/.bin/avatar-graphql');
  const settings = { PORT: '0', DATA_DIR: await tempFolder() };
  const { printed } = runProgram([], settings, { program, cwd: app });
  const [, url] = await printed(/Explorer +(\S+)\n/);
  await writeFile(join(app, 'otters.pdf'), pdf(['Otters sleep while they float.']));
  await writeFile(join(app, 'herons.docx'), docx(['Herons wait.']));
  const code = `
    import { readFile } from 'node:fs/promises';
    import * as api from 'avatar-graphql/client';
    const client = api.createClient({ url: '${url}' });
    const { knowledgeGroups: [{ id: groupId }] } = await client.request(api.KnowledgeGroupsDocument);
    for (const name of ['otters.pdf', 'herons.docx']) {
      const file = new File([await readFile(name)], name);
      const input = { groupId, file };
      const { uploadKnowledgeDocument } = await client.request(api.UploadKnowledgeDocumentDocument, { input });
      const { id } = uploadKnowledgeDocument.knowledgeDocument;
      const { knowledgeDocument } = await api.waitForKnowledgeDocument(client, { id }, { pace: { interval: 50 } });
      const { searchKnowledge } = await client.request(api.SearchKnowledgeDocument, { groupId, query: name.split('.')[0] });
      console.log(knowledgeDocument.status, searchKnowledge[0].content.trim());
    }
  `;
  const { stdout } = await run('node', ['--input-type=module', '-e', code], { cwd: app });
  expect(stdout).toBe('READY Otters sleep while they float.\nREADY Herons wait.\n');
}, 60_000);

test('hooks and manifest of the package match its command, which adds operations of an app', async () => {
  const program = join(app, 'node_modules/.bin/avatar-graphql');
  const data = { DATA_DIR: await tempFolder() };
  await writeFile(join(app, 'own.graphql'), 'query Own { llms { total } }');
  const words = ['operations', 'add', 'own.graphql', '--manifest', 'own.json'];
  const added = runProgram(words, data, { program, cwd: app });
  expect(await added.ended(), added.output().stderr).toBe(0);
  const settings = { PORT: '0', PERSISTED_OPERATIONS: 'bundled,own.json', ...data };
  const { printed } = runProgram([], settings, { program, cwd: app });
  const [, url] = await printed(/GraphQL +(\S+) /);
  const code = `
    import manifest from 'avatar-graphql/persisted-operations.json' with { type: 'json' };
    import own from './own.json' with { type: 'json' };
    import { createClient, PersonasDocument, TypedDocumentString } from 'avatar-graphql/hooks';
    import { PersonasDocument as syntaxTree } from 'avatar-graphql/documents';
    const { request } = createClient({ url: '${url}', documents: 'hash' });
    const { personas } = await request(PersonasDocument, { perPage: 1 });
    const [{ body, id: hash }] = own.operations;
    const { llms } = await request(new TypedDocumentString(body, { hash }));
    const isListed = manifest.operations.some(({ id }) => id === syntaxTree.__meta__.hash);
    const refused = await request(new TypedDocumentString('', { hash: 'none' })).catch((error) => error.code);
    console.log(personas.total, llms.total > 0, isListed, refused);
  `;
  const { stdout } = await run('node', ['--input-type=module', '-e', code], { cwd: app });
  expect(stdout).toBe('28 true true BAD_REQUEST\n');
}, 60_000);

/** The package as it is packed, with nothing installed beside it. */
async function unpack() {
  const folder = await tempFolder();
  await run('tar', ['-xzf', tarball, '-C', folder]);
  return { folder, program: join(folder, 'package/dist/bin.js') };
}

test('the command needs no other package to serve, check tokens, trace, and count over workers', async () => {
  const { folder: cwd, program } = await unpack();
  const issuer = await startIssuer();
  const collector = await startCollector();
  const { rules } = issuer;
  const { child, ended, printed } = runProgram(
    ['start', '--workers', '2'],
    {
      PORT: '0',
      DATA_DIR: join(cwd, 'data'),
      AUTH_JWKS_URL: 'jwksUrl' in rules.keys ? rules.keys.jwksUrl : '',
      AUTH_ISSUER: rules.issuer,
      AUTH_AUDIENCE: rules.audience,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    { program, cwd },
  );
  const [, url = ''] = await printed(/Console +(\S+)\n(?:.*\n){5}/);
  const ask = async (token: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query: 'query Few { personas(perPage: 2) { items { id } } }' });
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
  };
  expect((await ask('none')).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  expect((await ask(await issuer.sign())).data.personas.items).toHaveLength(2);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(sampleOf(readSamples(metrics), 'avatar_graphql_info')).toBe(2);
  child.kill('SIGTERM');
  expect(await ended()).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain('query Few');
}, 60_000);

test('the command copies its store and makes one from the copy', async () => {
  const { folder: cwd, program } = await unpack();
  const settings = { DATA_DIR: join(cwd, 'data') };
  const says = async (words: readonly string[], data = settings) => {
    const { ended, output } = runProgram(words, data, { program, cwd });
    expect(await ended(), output().stderr).toBe(0);
    return output().stdout;
  };
  await says(['keys', 'create', '--label', 'kiosk']);
  await says(['backup', join(cwd, 'copy.sqlite')]);
  const restored = { DATA_DIR: join(cwd, 'restored') };
  await says(['restore', join(cwd, 'copy.sqlite')], restored);
  expect(await says(['keys', 'list'], restored)).toContain('kiosk');
}, 60_000);

test('what was compiled is kept in the package itself, where that can be written, for the next start', async () => {
  const { folder: cwd, program } = await unpack();
  const version = async () => {
    const { ended, output } = runProgram(['--version'], {}, { program, cwd });
    expect(await ended(), output().stderr).toBe(0);
    return output().stdout;
  };
  const modules = join(cwd, 'package/node_modules');
  await writeFile(modules, 'Nothing can be kept here.');
  expect(await version()).toBe(`${packageJson.version}\n`);
  await rm(modules);
  expect(await version()).toBe(`${packageJson.version}\n`);
  const [kept = ''] = await readdir(join(modules, '.cache/avatar-graphql'));
  expect(await readdir(join(modules, '.cache/avatar-graphql', kept))).not.toHaveLength(0);
  expect(await version()).toBe(`${packageJson.version}\n`);
}, 60_000);

test('the notices have the terms of every package that the command is made of', async () => {
  const notices = await readFile('dist/command/NOTICES.txt', 'utf8');
  for (const name of ['graphql', 'undici', 'zod', 'fastify', 'pg', 'kysely', 'jose', 'pino']) {
    const version = Reflect.get(packageJson.dependencies, name);
    const [, terms = ''] = notices.split(`\n${name} ${version} (`);
    expect(terms.split('\n----')[0]).toMatch(/without warranty|"as is"/i);
  }
  // Not all have a file of their terms; all name them.
  expect(notices).not.toContain('(not stated)');
});

test("a server's bundler keeps the whole graph", async () => {
  const bundled = join(app, 'server/server.js');
  await run('rolldown', [
    join(app, 'src/server.ts'),
    '--platform',
    'node',
    '--dir',
    join(app, 'server'),
  ]);
  const { server } = await import(bundled);
  onTestFinished(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const query = '{ __schema { queryType { fields { name } } } }';
  const answer = await fetch(
    `http://127.0.0.1:${server.address().port}/graphql?${new URLSearchParams({ query })}`,
  );
  const { data } = await answer.json();
  expect(data.__schema.queryType.fields).toContainEqual({ name: 'personas' });
});

test('the package file runs by npx in an empty folder, and answers', async () => {
  const { folder, file } = await packLocally();
  // A group of its own, because a signal to npx alone does not reach what it runs.
  const words = ['--offline', '--yes', '--ignore-scripts', `./${file}`];
  const npx = spawn('npx', words, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: await tempFolder(),
      PORT: '0',
      npm_config_update_notifier: 'false',
    },
  });
  const closed = once(npx, 'close');
  onTestFinished(async () => {
    process.kill(-(npx.pid ?? 0), 'SIGKILL');
    await closed;
  });
  let printed = '';
  for await (const bytes of npx.stdout) {
    printed += bytes;
    if (/Keys .*\n/.test(printed)) break;
  }
  const [, url = ''] = /Explorer +(http:\S+)\n/.exec(printed) ?? [];
  expect(printed).toContain(`avatar-graphql ${packageJson.version}\n`);
  const query = new URLSearchParams({ query: '{ personas { total } }' });
  const answer = await (await fetch(`${url}?${query}`)).json();
  expect(answer).toStrictEqual({ data: { personas: { total: 28 } } });
}, 60_000);

test('under a Node that is too old, the command says so in a sentence, and how to bring another', async () => {
  const older = `Object.defineProperties(process, {
    version: { value: 'v20.20.2' },
    versions: { value: { ...process.versions, node: '20.20.2' } },
  });`;
  const preload = `data:text/javascript,${encodeURIComponent(older)}`;
  const program = join(app, 'node_modules/avatar-graphql/dist/bin.js');
  const { ended, output } = runProgram([], { NODE_OPTIONS: `--import=${preload}` }, { program });
  expect(await ended()).toBe(1);
  expect(output().stdout).toBe('');
  expect(output().stderr).toMatch(
    /^avatar-graphql requires Node\.js 24 or later; this is v20\.20\.2\. With npx, .+\.\n$/,
  );
});
