import { EventEmitter, once } from 'node:events';
import { cp, glob, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openTab } from '../browser/browser.ts';
import { forwardTo } from '../support/fake-service.ts';
import { createAvatarForm } from '../support/files.ts';
import { encodeSecret, findSecrets } from '../support/find-secrets.ts';
import { runProcess } from '../support/process.ts';
import { runProgram } from '../support/program.ts';
import { DISK_PREFIX, freePort, listen, tempFolder } from '../support/resources.ts';
import { buildTarballs, run } from './installed-package.ts';
import { invokeLambda } from './lambda.ts';

// `npm run frameworks`: the apps of src/deploy/FRAMEWORKS.md, with the packed package, in front of its own avatar service.

const PICTURE = 'test/support/sample/portrait.png';

/** A search whose response never arrives. */
const HELD = 'held';

/** Milliseconds until an app listens. */
const START_TIMEOUT = 30_000;

const INSTALL = 'install --include=dev --ignore-scripts --no-audit --no-fund';

const COMPILE =
  '--noEmit --strict --target es2023 --module nodenext --allowImportingTsExtensions --skipLibCheck --types node';

const hasRegistry = await run('npm', ['view', 'hono', 'version', '--fetch-retries=0']).then(
  () => true,
  () => false,
);
if (!hasRegistry)
  process.stderr.write('Skipped: all apps, because the registry of npm cannot be reached.\n');

/** The apps and the package, installed. */
let folder: string;
let key: string;
let settings: { UPSTREAM_URL: string; UPSTREAM_API_KEY: string };
/** Emits when a call that gets no response arrives at the upstream, and when it is closed. */
const heldCalls = new EventEmitter<{ arrived: []; closed: [] }>();

/** Starts the avatar service of the installed package, with a key. */
async function startService() {
  const program = join(folder, 'servers/node_modules/.bin/avatar-graphql');
  const environment = { DATA_DIR: await tempFolder(), PORT: '0' };
  const created = runProgram(['keys', 'create', '--plan', 'pro'], environment, { program });
  expect(await created.ended(), created.output().stderr).toBe(0);
  key = created.output().stdout.trim();
  const { printed } = runProgram(['service'], environment, { program });
  const [, serviceUrl = ''] = await printed(/Service +(http:\S+?)\/v1\n/);
  const forward = forwardTo(serviceUrl);
  const url = await listen((request, response) => {
    if (!request.url?.includes(`search=${HELD}`)) return forward(request, response);
    response.on('close', () => heldCalls.emit('closed'));
    heldCalls.emit('arrived');
  });
  settings = { UPSTREAM_URL: url, UPSTREAM_API_KEY: key };
}

/** Starts an app in `cwd` by a script of Node.js, and returns its origin. */
async function startApp(cwd: string, ...script: readonly string[]): Promise<string> {
  const port = String(await freePort());
  runProcess([process.execPath, ...script], {
    cwd: join(folder, cwd),
    env: { NODE_ENV: 'production', PORT: port, ...settings },
  });
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(origin), { timeout: START_TIMEOUT, interval: 50 });
  return origin;
}

const NEXT = 'node_modules/next/dist/bin/next';

async function buildNext(): Promise<string> {
  // With the key, as on a platform that has the settings of an app while it builds. Each bundler checks the types of routes
  // in its own way.
  for (const bundler of ['--webpack', '--turbopack'])
    await run('node', [NEXT, 'build', bundler], { cwd: join(folder, 'nextjs') });
  return startApp('nextjs', NEXT, 'start');
}

let next: Promise<string> | undefined;

/** Builds and starts the app once, and returns its origin. */
const startNext = () => {
  next ??= buildNext();
  return next;
};

beforeAll(async () => {
  if (!hasRegistry) return;
  folder = await tempFolder(DISK_PREFIX);
  await cp('test/deploy/frameworks', folder, { recursive: true });
  await mkdir(join(folder, 'avatar-graphql'));
  await buildTarballs(join(folder, 'avatar-graphql'));
  for (const app of ['servers', 'nextjs'])
    await run('npm', INSTALL.split(' '), { cwd: join(folder, app) });
  await startService();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});

type Send = (path: string, init?: RequestInit) => Promise<Response>;

interface App {
  readonly name: string;
  readonly endpoint?: string;
  /** Whether the platform says when a client disconnects. */
  readonly canAbort?: boolean;
  start(): Promise<Send>;
}

const sendTo =
  (origin: string): Send =>
  (path, init) =>
    fetch(`${origin}${path}`, init);

const APPS: readonly App[] = [
  { name: 'Next.js', endpoint: '/api/graphql', start: async () => sendTo(await startNext()) },
  { name: 'Hono', start: async () => sendTo(await startApp('servers', 'hono.ts')) },
  { name: 'Fastify', start: async () => sendTo(await startApp('servers', 'fastify.ts')) },
  { name: 'Express', start: async () => sendTo(await startApp('servers', 'express.ts')) },
  {
    name: 'AWS Lambda',
    canAbort: false,
    start: async () => {
      const cwd = join(folder, 'servers');
      await run('npm', ['run', 'bundle:lambda'], { cwd });
      const { handler } = await import(join(cwd, 'lambda.mjs'));
      return (path, init) => invokeLambda(handler, path, init);
    },
  },
];

describe.skipIf(!hasRegistry).each(APPS)('the API in $name', (app) => {
  const { endpoint = '/graphql', canAbort = true } = app;
  const sent: string[] = [];
  let send: Send;

  const post = (query: string, variables = {}, init: RequestInit = {}) =>
    send(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      ...init,
    });

  beforeAll(async () => {
    const sendToApp = await app.start();
    send = async (...request) => {
      const response = await sendToApp(...request);
      sent.push(JSON.stringify([...response.headers]), await response.clone().text());
      return response;
    };
  });

  test('responds to queries, with POST and with GET', async () => {
    const query = '{ personas(search: "museum") { nodes { name } } }';
    const data = { personas: { nodes: [{ name: 'Nora, museum guide' }] } };
    expect(await (await post(query)).json()).toStrictEqual({ data });
    const response = await send(`${endpoint}?${new URLSearchParams({ query })}`);
    expect(await response.json()).toStrictEqual({ data });
  });

  test('executes a mutation with variables', async () => {
    const create =
      'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { name } } }';
    const response = await post(create, { input: { name: 'Åsa, 医生' } });
    const data = { createPersona: { persona: { name: 'Åsa, 医生' } } };
    expect(await response.json()).toStrictEqual({ data });
  });

  test('forwards an uploaded image', async () => {
    const image = new File([await readFile(PICTURE)], 'kenji.png', { type: 'image/png' });
    const response = await send(endpoint, { method: 'POST', body: createAvatarForm(image) });
    const data = { createAvatar: { avatar: { id: expect.any(String) } } };
    expect(await response.json()).toStrictEqual({ data });
  });

  test('responds to errors with their status and headers', async () => {
    const accept = 'application/graphql-response+json';
    const invalid = await send(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, 'x-request-id': 'chosen-by-client' },
      body: '{"query":"{"}',
    });
    expect(invalid.status).toBe(400);
    expect(invalid.headers.get('content-type')).toContain(accept);
    expect(invalid.headers.get('x-request-id')).toBe('chosen-by-client');
    const query = 'mutation { deletePersona(id: "1") { deletedPersonaId } }';
    const rejected = await send(`${endpoint}?${new URLSearchParams({ query })}`);
    expect([rejected.status, rejected.headers.get('allow')]).toStrictEqual([405, 'POST']);
    const large = await post(' '.repeat(2_000_000));
    expect(large.status).toBe(413);
    expect((await large.json()).errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test.runIf(canAbort)('ends calls of the upstream when the client disconnects', async () => {
    const client = new AbortController();
    const arrived = once(heldCalls, 'arrived');
    const closed = once(heldCalls, 'closed');
    const query = `{ personas(search: "${HELD}") { totalCount } }`;
    const response = post(query, {}, { signal: client.signal });
    await arrived;
    client.abort();
    await expect(response).rejects.toThrow('aborted');
    await closed;
  });

  test('never sends the API key to clients', () => {
    expect(sent.length).toBeGreaterThan(10);
    expect(findSecrets(sent.join('\n'), encodeSecret(key))).toStrictEqual([]);
  });
});

describe.skipIf(!hasRegistry)('the app', () => {
  let origin: string;

  beforeAll(async () => {
    origin = await startNext();
  });

  test('of each server passes strict type checks', async () => {
    const cwd = join(folder, 'servers');
    const sources = await Array.fromAsync(glob('*.ts', { cwd }));
    await run('tsc', [...COMPILE.split(' '), ...sources], { cwd });
  });

  test('of AWS Lambda loads as a CommonJS bundle', async () => {
    const cwd = join(folder, 'servers');
    const bundle = 'lambda.ts --bundle --platform=node --format=cjs --outfile=lambda.cjs';
    await run('node_modules/.bin/esbuild', bundle.split(' '), { cwd });
    const environment = { UPSTREAM_URL: 'http://127.0.0.1:9', UPSTREAM_API_KEY: 'key' };
    const script = `Object.assign(process.env, ${JSON.stringify(environment)}); require('./lambda.cjs')`;
    await run('node', ['-e', script], { cwd });
  });

  test('of Next.js shows what the server fetched, without fetching it again, and creates a session token', async () => {
    const sent: string[] = [];
    const requested: string[] = [];
    const page = await openTab([origin]);
    await page.route(`${origin}/**`, async (route) => {
      const response = await route.fetch();
      requested.push(new URL(response.url()).pathname);
      sent.push(JSON.stringify(response.headers()), await response.text());
      await route.fulfill({ response });
    });
    await page.goto(origin);
    const [, html = ''] = sent;
    expect(html).toMatch(/\d+<!-- --> language models/);
    const persona = page.getByRole('button').first();
    expect(html).toContain(`${await persona.textContent()}</button>`);
    await persona.click();
    await expect
      .poll(() => page.getByRole('status').textContent())
      .toMatch(/^Session token: [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(requested).not.toContain('/api/graphql');
    expect(sent.length).toBeGreaterThan(10);
    expect(findSecrets(sent.join('\n'), encodeSecret(key))).toStrictEqual([]);
  });

  test('of Next.js has neither the API key nor the server in its files for browsers', async () => {
    const cwd = join(folder, 'nextjs/.next/static');
    const paths = await Array.fromAsync(glob('**/*.js', { cwd }));
    const files = await Promise.all(paths.map((path) => readFile(join(cwd, path), 'utf8')));
    const code = files.join('\n');
    expect(code).toContain('query Personas(');
    const secrets = [...encodeSecret(key), settings.UPSTREAM_URL, 'UPSTREAM_API_KEY', 'undici'];
    expect(findSecrets(code, secrets)).toStrictEqual([]);
  });
});
