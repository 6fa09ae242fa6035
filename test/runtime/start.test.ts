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
import { runCommand } from '../support/command.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { listen, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { tempStoreFolder } from '../support/stores.ts';

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

test.each<[string, Record<string, string>, RegExp]>([
  ['in use', {}, /^Port \d+ on 127\.0\.0\.1 is already in use\. Set PORT to a different port\.\n$/],
  [
    'of another machine',
    { HOST: 'no.such.host.invalid' },
    /^HOST no\.such\.host\.invalid is not an address of this machine\.\n$/,
  ],
])('an address %s is reported in one sentence, with exit code 1', async (_, settings, sentence) => {
  const { port: PORT } = new URL(await listen(() => undefined));
  const run = runProgram(['service'], { PORT, DATA_DIR: await tempStoreFolder(), ...settings });
  expect(await run.ended()).toBe(1);
  expect(run.output()).toStrictEqual({ stdout: '', stderr: expect.stringMatching(sentence) });
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

const FILE = 'avatar-service.sqlite';

test.each<[string, string[], (folder: string) => string, RegExp]>([
  [
    'that has another file',
    ['keys', 'create'],
    (folder) => folder,
    /^The store .* cannot be opened: file is not a database\.\n$/,
  ],
  [
    'that cannot be created',
    ['keys', 'create'],
    () => '/proc/avatars/data',
    /^The store .* cannot be opened: the folder \/proc\/avatars cannot be created \(ENOENT\)\.\n$/,
  ],
  [
    'that cannot be created for a backup',
    ['restore'],
    () => '/proc/avatars/data',
    /^The backup .* cannot be restored: the folder \/proc\/avatars cannot be created \(ENOENT\)\.\n$/,
  ],
  [
    'where a file is',
    ['keys', 'create'],
    (folder) => join(folder, FILE),
    /^The store in DATA_DIR, .* cannot be opened: \S+\/avatar-service\.sqlite is not a folder\.\n$/,
  ],
  [
    'in a folder that is a file',
    ['keys', 'create'],
    (folder) => join(folder, FILE, 'data'),
    /^The store in DATA_DIR, .* cannot be opened: \S+\/avatar-service\.sqlite is not a folder\.\n$/,
  ],
])(
  'a data folder %s is reported in one sentence, and changes nothing',
  async (_, words, locate, sentence) => {
    const [folder, backup] = [await tempFolder(), await tempFolder()];
    const file = join(folder, FILE);
    await writeFile(file, 'text that is not a database');
    await (await openStore({ dataDir: backup })).close();
    const commandLine = words.includes('restore') ? [...words, join(backup, FILE)] : words;
    const result = await runCommand(commandLine, { DATA_DIR: locate(folder) });
    expect(result).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(readFileSync(file, 'utf8')).toBe('text that is not a database');
  },
);

test('the avatar service can be the upstream of an API in another process', async () => {
  const { url: UPSTREAM_URL } = await start({ settings: {}, startServer: startAvatarService });
  const settings = { UPSTREAM_URL, UPSTREAM_API_KEY: inject('stores').seeded.keys.pro };
  const { run, summary } = await start({ settings });
  const { data } = await run('{ personas(perPage: 1) { items { avatar { imageUrl } } } }');
  const [{ avatar }] = data.personas.items;
  expect((await fetch(avatar.imageUrl)).status).toBe(200);
  expect(summary).toContain(`Upstream  ${UPSTREAM_URL}`);
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
