import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { hashDocument } from '../../src/shared/document-text.ts';
import { startCollector } from '../support/collector.ts';
import { findSample, readSamples } from '../support/exposition.ts';
import { startIssuer } from '../support/issuer.ts';
import { ONE_REQUEST, runProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';
import { type InstalledPackage, installPackage, run, unpack } from './installed-package.ts';

let app: string;
let tarballs: InstalledPackage['tarballs'];
/** A folder with the package but without its dependencies. */
let unpacked: { folder: string; program: string };

beforeAll(async () => {
  ({ app, tarballs } = await installPackage());
  unpacked = await unpack(tarballs.server);
}, 300_000);

test('the package serves the console, the explorer, and the operations of its hooks, of its manifest and of an app', async () => {
  // As Relay and GraphQL Code Generator write it.
  const own = 'query Own { llms { totalCount } }';
  await writeFile(join(app, 'own.json'), JSON.stringify({ [hashDocument(own)]: own }));
  const settings = {
    PORT: '0',
    PERSISTED_OPERATIONS: 'bundled,own.json',
    DATA_DIR: await tempFolder(),
  };
  const program = join(app, 'node_modules/.bin/avatar-graphql');
  const { printed } = runProgram([], settings, { program, cwd: app });
  const [, endpoint = ''] = await printed(/GraphQL +(\S+) /);
  const page = await fetch(new URL('/', endpoint), { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
  const code = `
    import manifest from 'avatar-graphql-hooks/persisted-operations.json' with { type: 'json' };
    import own from './own.json' with { type: 'json' };
    import { createRestClient, createServer, forwardedKeyAuth } from 'avatar-graphql';
    import { createClient, PersonasDocument, TypedDocumentString } from 'avatar-graphql-hooks';
    import { PersonasDocument as syntaxTree } from 'avatar-graphql-hooks/documents';
    const { request } = createClient({ url: '${endpoint}', documents: 'hash' });
    const { personas } = await request(PersonasDocument, { first: 1 });
    const [[hash, body]] = Object.entries(own);
    const { llms } = await request(new TypedDocumentString(body, { hash }));
    const isListed = manifest.operations.some(({ id }) => id === syntaxTree.__meta__.hash);
    const rejection = await request(new TypedDocumentString('', { hash: 'none' })).catch((error) => error.code);
    const rest = createRestClient({ url: '${endpoint}' });
    const api = createServer({ rest, authenticate: forwardedKeyAuth });
    const explorer = await api.fetch(new Request('${endpoint}', { headers: { accept: 'text/html' } }));
    const hasExplorer = (await explorer.text()).includes('YogaGraphiQL');
    console.log(personas.totalCount > 0, llms.totalCount > 0, isListed, rejection, hasExplorer);
  `;
  const { stdout } = await run('node', ['--input-type=module', '-e', code], { cwd: app });
  expect(stdout).toBe('true true true BAD_REQUEST true\n');
}, 60_000);

test('the command needs no other packages to serve, verify JWTs, trace and run workers', async () => {
  const { folder: cwd, program } = unpacked;
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
      AUTH_AUDIENCE: rules.audience.join(),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    { program, cwd },
  );
  const [, origin = ''] = await printed(/Console +(\S+)\n(?:.*\n){5}/);
  const ask = async (token: string) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...ONE_REQUEST,
    };
    const body = JSON.stringify({ query: 'query Few { personas(first: 2) { nodes { id } } }' });
    return (await fetch(`${origin}/graphql`, { method: 'POST', headers, body })).json();
  };
  expect((await ask('none')).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  expect((await ask(await issuer.sign())).data.personas.nodes).toHaveLength(2);
  const metrics = await (await fetch(`${origin}/metrics`, { headers: ONE_REQUEST })).text();
  expect(findSample(readSamples(metrics), 'avatar_graphql_info')).toBe(2);
  child.kill('SIGTERM');
  expect(await ended()).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain('query Few');
}, 60_000);

test('compiled code is cached in the folder of the package, if it is writable', async () => {
  const { folder: cwd, program } = await unpack(tarballs.server);
  const version = async () => {
    const { ended, output } = runProgram(['--version'], {}, { program, cwd });
    expect(await ended(), output().stderr).toBe(0);
    return output().stdout;
  };
  const modules = join(cwd, 'package/node_modules');
  await writeFile(modules, 'A file instead of a folder.');
  expect(await version()).toBe(`${packageJson.version}\n`);
  await rm(modules);
  expect(await version()).toBe(`${packageJson.version}\n`);
  const [cache = ''] = await readdir(join(modules, '.cache/avatar-graphql'));
  expect(await readdir(join(modules, '.cache/avatar-graphql', cache))).not.toHaveLength(0);
  expect(await version()).toBe(`${packageJson.version}\n`);
}, 60_000);

test('with a Node.js version that is too old, the command reports it in one sentence with instructions', async () => {
  const older = `Object.defineProperties(process, {
    version: { value: 'v20.20.2' },
    versions: { value: { ...process.versions, node: '20.20.2' } },
  });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(older)}`;
  const program = join(app, 'node_modules/avatar-graphql/dist/bin.js');
  const { ended, output } = runProgram([], { NODE_OPTIONS }, { program });
  expect(await ended()).toBe(1);
  const stderr =
    'avatar-graphql requires Node.js 24 or later; this is v20.20.2. With npx, run: npx -p node@26 -p avatar-graphql avatar-graphql. In a checkout, run: npm ci && npm start.\n';
  expect(output()).toStrictEqual({ stdout: '', stderr });
});
