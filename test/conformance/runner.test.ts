import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { forwardTo, reply } from '../support/fake-service.ts';
import { seedTool } from '../support/files.ts';
import { listen } from '../support/resources.ts';
import { COMPILE_CACHE, locateProgram } from '../support/setup/programs.ts';
import type { Target } from '../tools/conformance/check.ts';
import { type Result, runConformance } from '../tools/conformance.ts';

const KEY = 'key-that-is-never-printed';

/** A service that accepts every request, and stores nothing. */
const acceptAll: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id":"x","sessionToken":"t","data":[],"meta":{}}');
  });
};

/** A service that rejects every request. */
const rejectAll: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error":"No","message":"No."}');
  });
};

/** What lets every check run. */
const WITH_OPTIONS = {
  key: KEY,
  freeKey: KEY,
  imageUrl: 'https://images.example/portrait.png',
  toolId: 't',
  deleteTool: true,
};

/** Runs all checks, and returns their results and the value of UPSTREAM_EXTENSIONS. */
async function runAll(target: Target) {
  const results: Result[] = [];
  const run = runConformance(target);
  let next = await run.next();
  for (; next.done !== true; next = await run.next()) results.push(next.value);
  return { results, extensions: next.value };
}

test('a service that rejects everything passes no MUST check that expects success', async () => {
  const { results } = await runAll({ ...WITH_OPTIONS, url: await listen(rejectAll) });
  const ids = (outcome: Result['outcome']) =>
    results
      .filter((result) => result.outcome === outcome && result.check.level === 'MUST')
      .map(({ check }) => check.id);
  expect(ids('FAIL')).toEqual(
    expect.arrayContaining([
      'authentication.bearer',
      'session-token.legacy',
      'persona.avatar-model.null',
      'personas.list',
      'avatar.png',
      'avatar.10-mb',
      'avatar.url',
      'tool.by-id',
      'tool.delete',
    ]),
  );
  expect(ids('pass').every((id) => /^authentication|^avatar|unknown|there$/.test(id))).toBe(true);
  const [persona] = results.filter(({ check }) => check.id === 'session-token.persona-id');
  expect(persona).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringContaining('persona'),
  });
});

/** Runs the program as `npm run conformance` does. */
const run = (words: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...env } };
    execFile(
      process.execPath,
      [locateProgram('conformance'), ...words],
      options,
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

test('the program prints every check of a conforming service', async () => {
  const { url, keys, send } = await startAvatarService({ seeded: true });
  const words = [`${url}/`, '--free-key', keys.free, '--tool-id', seedTool];
  const names = ['personas', 'avatars', 'tools', 'voices', 'llms'];
  const count = async (name: string) => (await send(`GET /v1/${name}`)).body.meta.total;
  const countAll = () => Promise.all(names.map(count));
  const before = await countAll();
  const { code, stdout } = await run(words, { CONFORMANCE_KEY: keys.pro });
  expect(await countAll()).toStrictEqual(before);
  expect(stdout).not.toContain('did not delete');
  expect(stdout).toMatch(/^The checks create personas and avatars/);
  expect(stdout).toMatch(/^pass {6}MUST {6}avatar\.gif: a GIF is rejected$/m);
  expect(stdout).toMatch(
    /^skipped {3}MUST {6}tool\.delete: .*\n +deleting the tool was not allowed$/m,
  );
  expect(stdout).toMatch(
    /\n\n\d+ passed, 0 failed \(0 MUST\), \d skipped\n\nUPSTREAM_EXTENSIONS=all\n$/,
  );
  expect(code).toBe(0);
});

test('of a service that accepts everything, every MUST check fails that expects a rejection, and the program exits with 1', async () => {
  const { imageUrl, toolId } = WITH_OPTIONS;
  const words = ['--free-key', KEY, '--image-url', imageUrl, '--tool-id', toolId, '--delete-tool'];
  const { code, stdout, stderr } = await run([await listen(acceptAll), ...words], {
    CONFORMANCE_KEY: KEY,
  });
  const failed = [...stdout.matchAll(/^FAIL {6}MUST {6}([^:]+): /gm)].map(([, id]) => id);
  const expected = `
    authentication.createSessionToken authentication.createLegacySessionToken
    authentication.createPersona authentication.personas authentication.createAvatar
    authentication.avatar authentication.tool authentication.updateTool authentication.deleteTool
    authentication.unknown-key persona.avatar-model.unknown avatar.display-name.too-short
    avatar.display-name.too-long avatar.neither avatar.both avatar.gif avatar.too-large
    avatar.display-name.url avatar.url.not-one avatar.plan tool.delete
  `;
  expect(failed).toStrictEqual(expected.trim().split(/\s+/));
  expect(stdout).toMatch(/^FAIL {6}MUST {6}avatar\.gif: .*\n +The request succeeded with 200\.$/m);
  expect(stdout).toContain(`failed (${failed.length} MUST)`);
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain(KEY);
});

test('the checks find the value of UPSTREAM_EXTENSIONS for a service', async () => {
  const { url, keys } = await startAvatarService({ seeded: true });
  const partial = await listen((request, response) =>
    /^.v1.(share-links|meetings|knowledge)/.test(request.url ?? '')
      ? reply(405, { error: 'No', message: 'No.' })(request, response)
      : forwardTo(url)(request, response),
  );
  const { results, extensions } = await runAll({ url: partial, key: keys.pro });
  expect(extensions).toBe('personas,avatars,tools,voices,llms,sessions');
  expect(results).toContainEqual({
    check: expect.objectContaining({ id: 'meetings.extension.createMeetingInvite' }),
    outcome: 'skipped',
    reason: 'the service has no extension meetings',
  });
});

test('a service without extensions needs UPSTREAM_EXTENSIONS=none', async () => {
  const { url: service, keys, send } = await startAvatarService({ seeded: true });
  const strict = await listen((request, response) => {
    const line = `${request.method} ${request.url?.split('?')[0]}`;
    const isListed =
      /^(POST|GET) \/v1\/(personas|auth\/session-token)$|^POST \/v1\/avatars$|^GET \/v1\/avatars\/[^/]+$|^(GET|PUT|DELETE) \/v1\/tools\/[^/]+$/;
    if (isListed.test(line)) forwardTo(service)(request, response);
    else {
      request.resume();
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
    }
  });
  const { code, stdout } = await run([strict, '--tool-id', seedTool], {
    CONFORMANCE_KEY: keys.pro,
  });
  expect(stdout).toMatch(/\nUPSTREAM_EXTENSIONS=none\n$/);
  expect(stdout).not.toMatch(/^FAIL +(MUST|EXTENSION)/m);
  expect(code).toBe(0);
  const [, remaining = ''] = /The service did not delete:\n((?: {2}.*\n)+)/.exec(stdout) ?? [];
  const paths = remaining.trim().split(/\s+/);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const { body } = await send(`GET ${path}`);
    expect(body.name ?? body.displayName).toMatch(/^Con/i);
  }
});

test.each([
  [
    'the key is not accepted',
    (url: string) => [url, '--key', KEY],
    /^The checks could not start: The service does not accept the key: GET \/v1\/personas returned 401\.\n$/,
  ],
  ['the URL ends with /v1', (url: string) => [`${url}/v1/`, '--key', KEY], /Leave out \/v1: http/],
  ['nothing listens', () => ['http://127.0.0.1:1', '--key', KEY], /^The checks could not start: ./],
  ['there is no key', () => ['http://127.0.0.1:1'], /Set CONFORMANCE_KEY/],
  ['the URL is relative', () => ['a.example', '--key', KEY], /It must be an http or https URL\./],
])('the program exits with 1 before its first check if %s', async (_, createWords, reason) => {
  const url = await listen((request, response) => {
    request.resume();
    response.writeHead(401).end();
  });
  const { code, stdout, stderr } = await run(createWords(url));
  expect(code).toBe(1);
  expect(stderr).toMatch(reason);
  expect(stdout).not.toMatch(/FAIL|pass/);
});

test('the checks import nothing of src', () => {
  const files = ['test/tools/conformance.ts', ...globSync('test/tools/conformance/*.ts')];
  expect(files).toHaveLength(5);
  expect(files.filter((path) => /from '.*\bsrc\//.test(readFileSync(path, 'utf8')))).toStrictEqual(
    [],
  );
});
