import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/resources.ts';
import { FOLLOWED, ISSUER, READ, signFor, startTenants } from './tenants.ts';

const NEW_SECRET = 'new-secret-of-the-issuer-0123456789';

/** Starts the API with one key for all callers. */
const start = (options = {}) => startTenants(undefined, { UPSTREAM_API_KEY: 'key-1' }, options);

test('the role of a cached token is decided again after a reload', async () => {
  const { askWith, writePolicy, reload } = await start();
  const token = await signFor(undefined);
  expect([await askWith(token), await askWith(token)]).toStrictEqual(['key-1', 'key-1']);
  const blocked = { name: 'blocked', when: { sub: 'ada' } };
  await writePolicy({ roles: [blocked, { name: 'user', when: {}, scopes: 'all' }] });
  await reload?.();
  expect(await askWith(token)).toBe('FORBIDDEN');
  expect(await askWith(await signFor(undefined, { sub: 'bob' }))).toBe('key-1');
});

test('a policy file that changes is followed without a signal, and an invalid one keeps the one before', async () => {
  const { askWith, path, writePolicy, reload } = await start(FOLLOWED);
  const token = await signFor(undefined);
  for (const text of ['roles: [', '', '{"roles": [{"name": "a", "when": {}, "scope": []}]}']) {
    await writeFile(path, text);
    await reload?.();
    expect(await askWith(token)).toBe('key-1');
  }
  await writePolicy({ roles: [{ name: 'blocked', when: {} }] });
  await expect.poll(() => askWith(token)).toBe('FORBIDDEN');
  await writePolicy();
  await expect.poll(() => askWith(token)).toBe('key-1');
});

test('a reload exchanges the secrets of an issuer, and removes an issuer, also for cached tokens', async () => {
  const { askWith, writePolicy, reload } = await start();
  const token = await signFor(undefined);
  for (const [issuer, answer] of [
    [{ secrets: [NEW_SECRET, ...ISSUER.secrets] }, 'key-1'],
    [{ secrets: [NEW_SECRET] }, 'UNAUTHENTICATED'],
    [{}, 'key-1'],
    [{ issuer: 'https://other.example/' }, 'UNAUTHENTICATED'],
  ] as const) {
    await writePolicy({ issuers: [{ ...ISSUER, ...issuer }] });
    await reload?.();
    expect(await askWith(token)).toBe(answer);
  }
});

test('a reload exchanges keys in the environment, of the server and of tenants', async () => {
  const one = await start();
  one.environment.UPSTREAM_API_KEY = 'key-2';
  await one.reload?.();
  expect(await one.askFor(undefined)).toBe('key-2');
  const several = await startTenants({ keys: { acme: `\${ACME}` } }, { ACME: 'key-a' });
  expect(await several.askFor('acme')).toBe('key-a');
  several.environment.ACME = 'key-b';
  await several.reload?.();
  expect(await several.askFor('acme')).toBe('key-b');
});

test.each<[string, Record<string, string>]>([
  ['another upstream', { UPSTREAM_URL: 'http://127.0.0.1:1' }],
  ['an unset variable', { UPSTREAM_API_KEY: '' }],
  ['an invalid setting', { PORT: 'x' }],
  ['no policy', { POLICY: '' }],
])('a reload with %s changes nothing', async (_, changes) => {
  const { askFor, environment, reload } = await start();
  Object.assign(environment, { UPSTREAM_API_KEY: 'key-2', ...changes });
  await reload?.();
  expect(await askFor(undefined)).toBe('key-1');
});

test('reloads during requests reject none of them', async () => {
  const { askWith, writePolicy, reload, environment } = await start();
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signFor(undefined, { sub: `user-${index}` })),
  );
  const answers = new Set<string | undefined>();
  for (let round = 1; round <= 5; round += 1) {
    const asked = tokens.map((token) => askWith(token));
    await writePolicy({
      issuers: [{ ...ISSUER, algorithms: round % 2 === 0 ? ['HS256'] : ['HS256', 'HS384'] }],
    });
    environment.UPSTREAM_API_KEY = `key-${round}`;
    const reloads = [reload?.(), reload?.()];
    for (const answer of await Promise.all(asked)) answers.add(answer);
    await Promise.all(reloads);
  }
  expect([...answers].filter((answer) => !answer?.startsWith('key-'))).toStrictEqual([]);
  expect(await askWith(tokens[0] ?? '')).toBe('key-5');
});

test.each<[string, string[], number]>([
  ['the process', [], 1],
  ['all workers', ['--workers', '2'], 2],
])(
  'SIGHUP reads .env again in %s, and says what has changed, without values',
  async (_, commandLine, processes) => {
    const cwd = await tempFolder();
    const keys: string[] = [];
    const upstream = await fakeService((request, response) => {
      keys.push(request.headers.authorization?.replace('Bearer ', '') ?? 'none');
      sendJson(response, 200, { id: 't1' });
    });
    const writeEnv = (key: string, limit: number) =>
      writeFile(join(cwd, '.env'), `UPSTREAM_API_KEY=${key}\nRATE_LIMIT=${limit}\n`);
    await writeEnv('secret-key-1', 0);
    const settings = { UPSTREAM_URL: upstream.url, UPSTREAM_EXTENSIONS: 'tools' };
    const { child, run, output } = await startProgram(settings, commandLine, cwd);
    const ask = async () => (await run(READ)).errors?.[0]?.extensions.code ?? keys.at(-1);
    expect(await ask()).toBe('secret-key-1');
    const reload = async (key: string, msg: string) => {
      await writeEnv(key, 7);
      child.kill('SIGHUP');
      const countLines = () => output().stderr.split(`"msg":"${msg}`).length - 1;
      await expect.poll(countLines).toBe(processes);
    };
    await reload('secret-key-2', 'settings, policy and keys were read again');
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(new Set(answers)).toStrictEqual(new Set(['secret-key-2']));
    expect(output().stderr).toContain('"settings":["UPSTREAM_API_KEY"],"ignored":["RATE_LIMIT"]');
    await reload('secret key', 'not reloaded: UPSTREAM_API_KEY must');
    expect(await ask()).toBe('secret-key-2');
    expect(output().stderr + output().stdout).not.toContain('secret');
  },
);

test('a reload changes where people sign in to the console', async () => {
  const { url, writePolicy, reload } = await start();
  const open = async () =>
    (await fetch(`${url}/sign-in`, { headers: { accept: 'text/html' } })).status;
  expect(await open()).toBe(404);
  await writePolicy({ issuers: [{ ...ISSUER, console: { clientId: 'console' } }] });
  await reload?.();
  expect(await open()).toBe(200);
  await writePolicy();
  await reload?.();
  expect(await open()).toBe(404);
});
