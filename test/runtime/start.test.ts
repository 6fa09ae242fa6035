import { hasSubscribers } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { startAvatarService } from '../../src/runtime/start-avatar-service.ts';
import { ONE_REQUEST, runProgram, startProgram } from '../support/program.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { listen, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

test('without settings, the program starts, prints a summary, serves requests, and ends with exit code 0 on SIGINT', async () => {
  const { output, run, folder, child, ended } = await startProgram();
  const { data } = await run('{ personas(perPage: 1) { total items { name } } }');
  expect(data.personas.total).toBeGreaterThanOrEqual(24);
  const { stdout, stderr } = output();
  expect(stderr).toBe('');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/\d{4,5}\b/, 'PORT').replace(folder, 'FOLDER')),
  ).toStrictEqual([
    `avatar-graphql ${packageJson.version}`,
    '  Console   http://127.0.0.1:PORT',
    '  Explorer  http://127.0.0.1:PORT/graphql',
    '  Upstream  built-in avatar service at http://127.0.0.1:PORT (UPSTREAM_URL is not set)',
    '  Data      FOLDER',
    '  Keys      not required on this machine',
  ]);
  child.kill('SIGINT');
  expect(await ended()).toBe(0);
});

test('acknowledged writes survive a restart', async () => {
  const first = await startProgram();
  const created = await first.run(
    'mutation { createPersona(input: { name: "Ada" }) { persona { id } } }',
  );
  const before = await first.run('{ personas { total } }');
  first.child.kill('SIGKILL');
  await first.ended();
  const second = await startProgram({ DATA_DIR: first.folder });
  const { data } = await second.run('{ personas(perPage: 1) { total items { id } } }');
  expect(data.personas).toStrictEqual({
    total: before.data.personas.total,
    items: [{ id: created.data.createPersona.persona.id }],
  });
});

test('after SIGTERM, active requests get a response', async () => {
  let release: () => void = () => undefined;
  const { promise: called, resolve: onCalled } = Promise.withResolvers<void>();
  const upstream = await listen((_, response) => {
    release = () => response.end('{"id":"t1"}');
    onCalled();
  });
  const { child, run, ended, url } = await startProgram({ UPSTREAM_URL: upstream });
  const response = run('{ tool(id: "t1") { id } }');
  await called;
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'refused')).toBe('refused');
  release();
  expect(await response).toMatchObject({ data: { tool: { id: 't1' } }, errors: undefined });
  expect(await ended()).toBe(0);
});

test('a second signal ends the program immediately', async () => {
  const { promise: called, resolve: onCalled } = Promise.withResolvers<void>();
  const silent = await startRawUpstream(() => {
    onCalled();
    return undefined;
  });
  const { child, run, ended, url } = await startProgram({ UPSTREAM_URL: silent.url });
  const rejection = expect(run('{ tool(id: "t1") { id } }')).rejects.toThrow();
  await called;
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'refused')).toBe('refused');
  child.kill('SIGTERM');
  expect(await ended()).toBe(1);
  await rejection;
});

test.each<[Record<string, string>, RegExp]>([
  [
    { UPSTREAM_URL: 'https://a.example', UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0' },
    /^UPSTREAM_API_KEY with HOST .*\.\n$/,
  ],
  [
    { HOST: 'no.such.host.invalid' },
    /^HOST no\.such\.host\.invalid is not an address of this machine\.\n$/,
  ],
])(
  'invalid settings are reported in one sentence, with exit code 1',
  async (settings, sentence) => {
    const run = runProgram([], { PORT: '0', DATA_DIR: await tempFolder(), ...settings });
    expect(await run.ended()).toBe(1);
    expect(run.output()).toStrictEqual({ stdout: '', stderr: expect.stringMatching(sentence) });
    expect(run.output().stderr).not.toContain('sk-1');
  },
);

test('a port in use is reported in one sentence, with exit code 1', async () => {
  const { port } = new URL(await listen(() => undefined));
  const run = runProgram([], { PORT: port, DATA_DIR: await tempFolder() });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Set PORT to a different port.\n`,
  );
});

test.each([
  ['the API', startApi],
  ['the avatar service', startAvatarService],
])('if %s cannot listen, nothing of it is left', async (_, startServer) => {
  const { port } = new URL(await listen(() => undefined));
  const isObserved = () => hasSubscribers('avatar-graphql:service-response');
  expect(isObserved()).toBe(false);
  await expect(start({ settings: { PORT: port }, startServer })).rejects.toThrow('EADDRINUSE');
  expect(isObserved()).toBe(false);
});

test('a file that is not a store is not changed', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'avatar-service.sqlite');
  await writeFile(file, 'text that is not a database');
  const run = runProgram([], { PORT: '0', DATA_DIR: folder });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toMatch(
    /^The store .* cannot be opened: file is not a database\.\n$/,
  );
  expect(readFileSync(file, 'utf8')).toBe('text that is not a database');
});

test.skipIf(process.platform !== 'linux').each([[[]], [['restore']]])(
  'a data folder that cannot be created is reported in one sentence: %j',
  async (words) => {
    const backup = join(await tempFolder(), 'backup');
    await (await openStore({ dataDir: backup })).close();
    const file = words.length > 0 ? [join(backup, 'avatar-service.sqlite')] : [];
    const run = runProgram([...words, ...file], { PORT: '0', DATA_DIR: '/proc/avatars/data' });
    expect(await run.ended()).toBe(1);
    expect(run.output().stderr).toMatch(
      /^The (store|backup) .* cannot be (opened|restored): the folder \/proc\/avatars cannot be created \(ENOENT\)\.\n$/,
    );
  },
);

test.each(['avatars.txt', 'avatars.txt/data'])(
  'a data folder %s, where a file is, is reported in one sentence',
  async (path) => {
    const folder = await tempFolder();
    const file = join(folder, 'avatars.txt');
    await writeFile(file, '');
    const run = runProgram([], { PORT: '0', DATA_DIR: join(folder, path) });
    expect(await run.ended()).toBe(1);
    expect(run.output().stderr).toMatch(/^The store in DATA_DIR, .* cannot be opened: .*\.\n$/);
    expect(run.output().stderr).toContain(` cannot be opened: ${file} is not a folder.\n`);
  },
);

test('settings are also read from a .env file in the working directory', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, '.env'), 'PORT=nope\n');
  const run = runProgram([], {}, { cwd: folder });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toBe('PORT must be an integer from 0 to 65535.\n');
});

test('the avatar service runs in its own process, as the upstream of an API in another one', async () => {
  const service = await startProgram({}, ['service']);
  const settings = {
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: inject('stores').seeded.keys.pro,
  };
  const api = await startProgram(settings);
  const { data } = await api.run('{ personas(perPage: 1) { items { avatar { imageUrl } } } }', {
    authorization: 'Bearer caller-key',
  });
  const [{ avatar }] = data.personas.items;
  expect((await fetch(avatar.imageUrl, { headers: ONE_REQUEST })).status).toBe(200);
  expect(api.output().stdout).toContain(`Upstream  ${service.url}`);
  // It keeps connections to the service.
  api.child.kill('SIGKILL');
  await api.ended();
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
});

test('an API with a key of its own accepts requests to its own host names only', async () => {
  const { url, summary } = await start({ settings: { PUBLIC_URL: 'https://avatars.example' } });
  expect(summary).toContain(`Console   https://avatars.example (listening on ${url})`);
  const { port } = new URL(url);
  const agent = new Agent();
  const status = async (host: string) => {
    const { statusCode, body } = await request(`${url}/graphql?query={llms{total}}`, {
      headers: { host },
      dispatcher: agent,
    });
    await body.dump();
    return statusCode;
  };
  expect(await status(`localhost:${port}`)).toBe(200);
  expect(await status('avatars.example')).toBe(200);
  expect(await status(`evil.example:${port}`)).toBe(421);
  await agent.close();
});

test('images of the built-in service have URLs of the API', async () => {
  const { run, url } = await start({ settings: {} });
  const { data } = await run('{ personas(perPage: 1) { items { avatar { imageUrl } } } }');
  const [{ avatar }] = data.personas.items;
  expect(avatar.imageUrl.startsWith(`${url}/v1/avatars/`)).toBe(true);
  const image = await fetch(avatar.imageUrl);
  expect([image.status, image.headers.get('content-type')]).toStrictEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
  expect((await fetch(`${url}/v1/personas`)).status).toBe(404);
});
