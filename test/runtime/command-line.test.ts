import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { listen } from '../support/listen.ts';
import { runProgram } from '../support/process.ts';
import { startProgram as start } from '../support/program.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { tempFolder } from '../support/temp-folder.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

test('it starts with no setting at all, says in a few lines what it is, and answers', async () => {
  const { output, ask, folder } = await start();
  const { data } = await ask('{ personas(perPage: 1) { total items { name } } }');
  expect(data.personas.total).toBeGreaterThanOrEqual(24);
  const { stdout, stderr } = output();
  expect(stderr).toBe('');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/\d{4,5}\b/, 'PORT').replace(folder, 'FOLDER')),
  ).toStrictEqual([
    `avatar-graphql ${version}`,
    '  Console   http://127.0.0.1:PORT',
    '  Explorer  http://127.0.0.1:PORT/graphql',
    '  Upstream  built-in avatar service at http://127.0.0.1:PORT (UPSTREAM_URL is not set)',
    '  Data      FOLDER',
    '  Keys      not required on this machine',
  ]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with exit code 0', async (signal) => {
  const { child, ended } = await start();
  child.kill(signal);
  expect(await ended()).toBe(0);
});

test('what was acknowledged is there after a restart, and what was seeded is not seeded again', async () => {
  const first = await start();
  const created = await first.ask(
    'mutation { createPersona(input: { name: "Kept" }) { persona { id } } }',
  );
  const before = await first.ask('{ personas { total } }');
  first.child.kill('SIGKILL');
  await first.ended();
  const second = await start({ DATA_DIR: first.folder });
  const { data } = await second.ask('{ personas(perPage: 1) { total items { id } } }');
  expect(data.personas).toStrictEqual({
    total: before.data.personas.total,
    items: [{ id: created.data.createPersona.persona.id }],
  });
});

test('a request that is under way when SIGTERM comes is answered, and new ones are not taken', async () => {
  let release: () => void = () => undefined;
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const upstream = await listen((_, response) => {
    release = () => response.end('{"id":"t1"}');
    onAsked();
  });
  const { child, ask, ended, url } = await start({ UPSTREAM_URL: upstream });
  const answer = ask('{ tool(id: "t1") { id } }');
  await asked;
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'refused')).toBe('refused');
  release();
  expect(await answer).toStrictEqual({ data: { tool: { id: 't1' } } });
  expect(await ended()).toBe(0);
});

test('a second signal ends it at once', async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const silent = await startRawUpstream(() => {
    onAsked();
    return undefined;
  });
  const { child, ask, ended, url } = await start({ UPSTREAM_URL: silent.url });
  const cut = expect(ask('{ tool(id: "t1") { id } }')).rejects.toThrow();
  await asked;
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'refused')).toBe('refused');
  child.kill('SIGTERM');
  expect(await ended()).toBe(1);
  await cut;
});

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'http' }, /^PORT must be a number\.\n$/],
  [{ UPSTREAM_URL: 'service' }, /^UPSTREAM_URL must be .*\.\n$/],
  [
    { UPSTREAM_URL: 'https://a.example', UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0' },
    /^UPSTREAM_API_KEY with HOST .*\.\n$/,
  ],
  [
    { HOST: 'no.such.host.invalid' },
    /^HOST no\.such\.host\.invalid is not an address of this machine\.\n$/,
  ],
  [
    { DATA_DIR: '/dev/null/x' },
    /^The store \/dev\/null\/x\/avatar-service\.sqlite cannot be opened: .*\.\n$/,
  ],
])('the wrong setting %j is one readable sentence and exit code 1', async (settings, sentence) => {
  const folder = await tempFolder();
  const run = runProgram([], { PORT: '0', DATA_DIR: folder, ...settings });
  expect(await run.ended()).toBe(1);
  expect(run.output()).toStrictEqual({ stdout: '', stderr: expect.stringMatching(sentence) });
  expect(run.output().stderr).not.toContain('sk-1');
});

test('a port that is taken is one readable sentence and exit code 1', async () => {
  const { port } = new URL(await listen(() => undefined));
  const run = runProgram([], { PORT: port, DATA_DIR: await tempFolder() });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Set PORT to a different port.\n`,
  );
});

test('a store that is no store is one readable sentence, and is left as it was', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'avatar-service.sqlite');
  await writeFile(file, 'precious words that are no database');
  const run = runProgram([], { PORT: '0', DATA_DIR: folder });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toMatch(
    /^The store .* cannot be opened: file is not a database\.\n$/,
  );
  expect(readFileSync(file, 'utf8')).toBe('precious words that are no database');
});

test('a .env file in the working folder holds settings too', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, '.env'), 'PORT=nope\n');
  const run = runProgram([], {}, { cwd: folder });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toBe('PORT must be a number.\n');
});

test('--version prints the version', async () => {
  const run = runProgram(['--version']);
  expect(await run.ended()).toBe(0);
  expect(run.output()).toStrictEqual({ stdout: `${version}\n`, stderr: '' });
});

test('--help shows every command, the options of the default one, examples, and where the settings are', async () => {
  const run = runProgram(['--help']);
  expect(await run.ended()).toBe(0);
  const { stdout, stderr } = run.output();
  expect(stderr).toBe('');
  const words = ['start', 'service', 'doctor', 'backup', 'restore', 'keys', 'move'];
  for (const word of words) expect(stdout).toMatch(new RegExp(`^  ${word} `, 'm'));
  expect(stdout).toMatch(/^ {2}--workers <count> +number of worker processes \(default: 1\)$/m);
  expect(stdout).toContain('npm start -- --workers 4');
  const [, ...files] = /(\.env\.example) [\s\S]*(src\/deploy\/SETTINGS\.md)/.exec(stdout) ?? [];
  expect(files.map((file) => existsSync(file))).toStrictEqual([true, true]);
});

test('the help of a command has its own options only', async () => {
  const run = runProgram(['keys', 'create', '--help']);
  expect(await run.ended()).toBe(0);
  expect(run.output().stdout).toContain('--plan <plan>');
  expect(run.output().stdout).not.toContain('--workers');
});

test.each([
  ['docter', `unknown command 'docter'`, 'doctor'],
  ['strat --workers 2', `unknown command 'strat'`, 'start'],
  ['--worker 2', `unknown option '--worker'`, '--workers'],
  ['--hlep', `unknown option '--hlep'`, '--help'],
  ['service --workres 2', `unknown option '--workres'`, '--workers'],
  ['keys lst', `unknown command 'lst'`, 'list'],
  ['keys create --plna pro', `unknown option '--plna'`, '--plan'],
])(
  '`%s` is refused on standard error with a suggestion and exit code 1',
  async (words, problem, suggestion) => {
    const run = runProgram(words.split(' '));
    expect(await run.ended()).toBe(1);
    expect(run.output()).toStrictEqual({
      stdout: '',
      stderr: `error: ${problem}\n(Did you mean ${suggestion}?)\nRun avatar-graphql --help for commands and options.\n`,
    });
  },
);

test.each([
  ['--port=5000', '--port', 'PORT'],
  ['--port 5000', '--port', 'PORT'],
  ['start --data-dir=x', '--data-dir', 'DATA_DIR'],
  ['doctor --upstream-api-key=sk-of-the-operator', '--upstream-api-key', 'UPSTREAM_API_KEY'],
])(
  '`%s` is refused with the setting that it means, and its value is not repeated',
  async (words, option, setting) => {
    const run = runProgram(words.split(' '));
    expect(await run.ended()).toBe(1);
    expect(run.output()).toStrictEqual({
      stdout: '',
      stderr: `error: unknown option '${option}'\n${setting} is a setting: ${setting}=… avatar-graphql\nRun avatar-graphql --help for commands and options.\n`,
    });
  },
);

test('a word that resembles no command is refused without a suggestion', async () => {
  const run = runProgram(['nonsense']);
  expect(await run.ended()).toBe(1);
  expect(run.output()).toStrictEqual({
    stdout: '',
    stderr: `error: unknown command 'nonsense'\nRun avatar-graphql --help for commands and options.\n`,
  });
});

const keys = async (folder: string, ...words: string[]) => {
  const run = runProgram(['keys', ...words], { DATA_DIR: folder });
  return { code: await run.ended(), ...run.output() };
};

test('keys are made, listed without the key itself, used beside a running service, and revoked', async () => {
  const { ask, folder } = await start({ HOST: '0.0.0.0', DATA_DIR: await tempFolder() });
  expect((await ask('{ personas { total } }')).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  const created = await keys(folder, 'create', '--plan', 'free', '--label', 'kiosk');
  expect(created).toMatchObject({ code: 0, stderr: `Created in ${folder}.\n` });
  const key = created.stdout.trim();
  const headers = { authorization: `Bearer ${key}` };
  expect((await ask('{ personas { total } }', {}, headers)).data.personas.total).toBeGreaterThan(0);
  const { stdout: listed } = await keys(folder, 'list');
  expect(listed).toMatch(/^\S{36} {2}free .* active {2}kiosk\n$/);
  expect(listed).not.toContain(key);
  const id = listed.slice(0, 36);
  expect(await keys(folder, 'revoke', id)).toMatchObject({ code: 0 });
  expect((await ask('{ personas { total } }', {}, headers)).errors[0].extensions.code).toBe(
    'UNAUTHENTICATED',
  );
  expect(await keys(folder, 'revoke', id)).toMatchObject({
    code: 1,
    stderr: `No API key has the id ${id}.\n`,
  });
  expect(readFileSync(join(folder, 'avatar-service.sqlite')).includes(key)).toBe(false);
});

test.each([['list'], ['revoke', 'k1']])(
  'keys %s does not create a store where there is none',
  async (...words) => {
    const folder = join(await tempFolder(), 'data');
    expect(await keys(folder, ...words)).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: `There is no store at ${folder}. Check DATA_DIR. \`avatar-graphql keys create\` creates a store.\n`,
    });
    expect(existsSync(folder)).toBe(false);
  },
);

test('the service starts alone, and stands behind a facade of another process', async () => {
  const service = await start({}, ['service']);
  const { stdout } = await keys(service.folder, 'create', '--plan', 'pro');
  const facade = await start({ UPSTREAM_URL: service.url, UPSTREAM_API_KEY: stdout.trim() });
  const { data } = await facade.ask('{ personas(perPage: 1) { items { avatar { imageUrl } } } }', {
    authorization: 'Bearer of-the-caller',
  });
  const [{ avatar }] = data.personas.items;
  expect((await fetch(avatar.imageUrl)).status).toBe(200);
  expect(facade.output().stdout).toContain(`Upstream  ${service.url}`);
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
});

test('the API that holds a key answers to its own names alone', async () => {
  const settings = {
    PORT: '0',
    DATA_DIR: await tempFolder(),
    PUBLIC_URL: 'https://avatars.example',
  };
  const [, url = ''] = await runProgram([], settings).printed(
    /Console {3}https:\/\/avatars\.example \(listening on (http:.*)\)\n/,
  );
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

test("pictures of the service inside come by the API's own address", async () => {
  const { ask, url } = await start();
  const { data } = await ask('{ personas(perPage: 1) { items { avatar { imageUrl } } } }');
  const [{ avatar }] = data.personas.items;
  expect(avatar.imageUrl.startsWith(`${url}/v1/avatars/`)).toBe(true);
  const picture = await fetch(avatar.imageUrl);
  expect([picture.status, picture.headers.get('content-type')]).toStrictEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
  expect((await fetch(`${url}/v1/personas`)).status).toBe(404);
});
