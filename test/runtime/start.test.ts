import { hasSubscribers } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { startApi } from '../../src/runtime/start-api.ts';
import { startAvatarService } from '../../src/runtime/start-avatar-service.ts';
import { runCommand } from '../support/command.ts';
import { ONE_REQUEST, runProgram, startProgram } from '../support/program.ts';
import { listen, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { tempStoreFolder } from '../support/stores.ts';

test('without settings, the program starts, prints a summary, serves requests, and ends with exit code 0 on SIGINT', async () => {
  const { output, run, url, folder, child, ended } = await startProgram();
  const { data } = await run('{ personas(first: 1) { totalCount nodes { avatar { imageUrl } } } }');
  expect(data.personas.totalCount).toBeGreaterThanOrEqual(24);
  const [{ avatar }] = data.personas.nodes;
  // Of the API, which has nothing else of the built-in service.
  expect(avatar.imageUrl.startsWith(`${url}/v1/avatars/`)).toBe(true);
  for (const [target, status] of [
    [avatar.imageUrl, 200],
    [`${url}/v1/personas`, 404],
  ] as const)
    expect((await fetch(target, { headers: ONE_REQUEST })).status).toBe(status);
  const { stdout, stderr } = output();
  expect(stderr).toBe('');
  expect(
    stdout.replaceAll(/:\d{4,5}\b/g, ':PORT').replace(folder, 'FOLDER'),
  ).toBe(`avatar-graphql ${packageJson.version}
  Console   http://127.0.0.1:PORT
  Explorer  http://127.0.0.1:PORT/graphql
  Upstream  built-in avatar service at http://127.0.0.1:PORT (UPSTREAM_URL is not set)
  Data      FOLDER
  Keys      not required on this machine
  Policy    none
`);
  child.kill('SIGINT');
  expect(await ended()).toBe(0);
});

test.each([
  ['127.0.0.1', 'Port PORT on 127.0.0.1 is already in use. Set PORT to a different port.'],
  ['no.such.host.invalid', 'HOST no.such.host.invalid is not an address of this machine.'],
])('with the address %s, the program ends with exit code 1: %s', async (HOST, sentence) => {
  const { port: PORT } = new URL(await listen(() => undefined));
  const run = runProgram(['service'], { PORT, DATA_DIR: await tempStoreFolder(), HOST });
  expect(await run.ended()).toBe(1);
  const stderr = `${sentence.replace('PORT', PORT)}\n`;
  expect(run.output()).toStrictEqual({ stdout: '', stderr });
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

const NOT_CREATED = 'the folder /proc/avatars cannot be created (ENOENT).';
const NO_FOLDER = `FOLDER/${FILE} is not a folder.`;

test.each<[string, string, string, string]>([
  ['with another file', 'keys create', 'FOLDER', 'cannot be opened: file is not a database.'],
  ['not to be created', 'keys create', '/proc/avatars/data', `cannot be opened: ${NOT_CREATED}`],
  ['where a file is', 'keys create', `FOLDER/${FILE}`, `cannot be opened: ${NO_FOLDER}`],
  ['in a file', 'keys create', `FOLDER/${FILE}/data`, `cannot be opened: ${NO_FOLDER}`],
])(
  'a data folder %s is reported by `%s` in one sentence, and changes nothing',
  async (_, line, place, end) => {
    const folder = await tempFolder();
    const file = join(folder, FILE);
    await writeFile(file, 'text that is not a database');
    const DATA_DIR = place.replace('FOLDER', folder);
    const { code, stdout, stderr } = await runCommand(line.split(' '), { DATA_DIR });
    expect([code, stdout]).toStrictEqual([1, '']);
    expect(stderr).toMatch(/^The store [^\n]*\n$/);
    expect(stderr.replaceAll(folder, 'FOLDER').endsWith(` ${end}\n`)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('text that is not a database');
  },
);

test('an API with a key of its own accepts requests to its own host names only', async () => {
  const { url, summary } = await start({ settings: { PUBLIC_URL: 'https://avatars.example' } });
  expect(summary).toContain(`Console   https://avatars.example (listening on ${url})`);
  const { port } = new URL(url);
  const agent = new Agent();
  const status = async (host: string) => {
    const { statusCode, body } = await request(`${url}/graphql?query={llms{totalCount}}`, {
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
