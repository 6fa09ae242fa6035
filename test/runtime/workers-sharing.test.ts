import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, test, vi } from 'vitest';
import { RENAME, TOOL } from '../support/counting-upstream.ts';
import { signToken } from '../support/policy.ts';
import { MINE, startPolicyUpstream } from '../support/policy-upstream.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

vi.setConfig({ testTimeout: 60_000 });

const SECRET = 'secret-of-all-issuers-of-these-tests-0123456789';

const MINT = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { type } } }`;

/** Runs a document over the connection of a dispatcher, which leads to one worker. */
async function run({ url }: RunningProgram, query: string, token: string, dispatcher: Agent) {
  const { body } = await request(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    dispatcher,
  });
  return JSON.parse(await body.text());
}

/** Runs a document over a new connection, which goes to the next worker. */
async function runNext(program: RunningProgram, query: string, token: string) {
  const dispatcher = new Agent();
  const result = await run(program, query, token, dispatcher);
  await dispatcher.close();
  return result;
}

/** Starts two workers without Redis. `pids` are those that have executed operations. */
async function startWorkers(settings: Record<string, string>) {
  const program = await startProgram(
    { LOG_LEVEL: 'info', RATE_LIMIT: '0', RATE_LIMIT_MINTS: '0', ...settings },
    ['start', '--workers', '2'],
  );
  const pids = () =>
    new Set(program.logged().flatMap(({ msg, pid }) => (msg === 'operation' ? [pid] : [])));
  return { ...program, pids };
}

/** Starts them with a policy that limits mints. */
async function startPolicyWorkers(limits: string, settings: Record<string, string> = {}) {
  const [folder, upstream] = await Promise.all([tempFolder(), startPolicyUpstream()]);
  const path = join(folder, 'policy.yaml');
  await writeFile(
    path,
    `
issuers: [{ name: main, issuer: https://main.example, secrets: ["\${TOKEN_SECRET}"], audience: api, scopesFrom: role }]
roles:
  - name: user
    when: {}
    scopes: all
    sessions: own
    mint: { maxSessionLengthSeconds: 600, clientLabel: "u:{subject}:{mint}", ${limits} }
`,
  );
  const program = await startWorkers({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'server-key',
    UPSTREAM_EXTENSIONS: 'sessions',
    TOKEN_SECRET: SECRET,
    POLICY: path,
    ...settings,
  });
  const sign = (sub = 'ada') => signToken({ iss: 'https://main.example', aud: 'api', sub });
  const mint = async (sub = 'ada', document = MINT) =>
    (await runNext(program, document, await sign(sub))).errors?.[0]?.extensions ?? {};
  return { ...program, upstream, mint, sign };
}

test.each([
  ['limits: [{ tokens: 5, per: month }]', {}, 'roles.user.mint.limits[0]'],
  ['concurrent: 5', { NODE_ENV: 'production', EXPLORER: 'true' }, 'roles.user.mint.concurrent'],
])(
  'a hundred mints through two workers without Redis pass %s exactly five times',
  async (limits, settings, rule) => {
    const { mint, upstream, pids } = await startPolicyWorkers(limits, settings);
    const results = await Promise.all(Array.from({ length: 100 }, () => mint()));
    expect(results.filter(({ code }) => code === undefined)).toHaveLength(5);
    expect(upstream.mints()).toHaveLength(5);
    expect(results.filter((found) => found.rule === rule)).toHaveLength(95);
    await expect.poll(() => pids().size).toBe(2);
    expect(await mint('bob')).toStrictEqual({});
  },
);

test('what a worker took is given back for all, and a session ends for all', async () => {
  const { mint, upstream, pids } = await startPolicyWorkers(
    'limits: [{ tokens: 3, per: month }], concurrent: 1',
  );
  upstream.setReply((_, response) => sendJson(response, 400, { message: 'No' }));
  for (let round = 0; round < 8; round += 1) expect((await mint()).rule).toBeUndefined();
  upstream.setReply(undefined);
  expect(await mint()).toStrictEqual({});
  for (let round = 0; round < 4; round += 1)
    expect((await mint()).rule).toBe('roles.user.mint.concurrent');
  const [{ clientLabel }] = upstream.mints().slice(-1);
  upstream.sessions.set('s1', { id: 's1', clientLabel });
  expect(await mint('ada', 'mutation { stopSession(id: "s1") { stoppedId } }')).toStrictEqual({});
  await expect.poll(async () => (await mint()).code).toBeUndefined();
  await expect.poll(() => pids().size).toBe(2);
});

test('workers that are replaced keep what was counted', async () => {
  const { mint, child, logged } = await startPolicyWorkers('limits: [{ tokens: 1, per: month }]');
  expect(await mint()).toStrictEqual({});
  child.kill('SIGHUP');
  await expect
    .poll(() => logged().some(({ msg }) => msg === 'all workers were replaced'))
    .toBe(true);
  expect((await mint()).rule).toBe('roles.user.mint.limits[0]');
});

test('a mint takes nothing of a limit if the primary answers too late', async () => {
  const program = await startPolicyWorkers('limits: [{ tokens: 1, per: month }]');
  const dispatcher = new Agent({ connections: 1 });
  const token = await program.sign();
  await run(program, '{ __typename }', token, dispatcher);
  program.child.kill('SIGSTOP');
  const { errors } = await run(program, MINT, token, dispatcher);
  program.child.kill('SIGCONT');
  await dispatcher.close();
  expect(errors[0].extensions.code).toBe('OVERLOADED');
  expect(program.upstream.mints()).toHaveLength(0);
  expect(await program.mint()).toStrictEqual({});
});

test('after a mutation through one worker, no other returns what it had cached', async () => {
  let name = 0;
  const upstream = await startUpstream((incoming, response) => {
    incoming.resume();
    if (incoming.method === 'PUT') name += 1;
    sendJson(response, 200, { id: 't1', name: String(name) });
  });
  const program = await startWorkers({
    UPSTREAM_URL: upstream.url,
    RESPONSE_CACHE_SECONDS: '60',
  });
  const read = async () => (await runNext(program, TOOL, 'one')).data.tool.name;
  for (let round = 0; round < 10; round += 1) {
    const found = await Promise.all(Array.from({ length: 8 }, read));
    expect(found).toStrictEqual(found.map(() => String(round)));
    await runNext(program, RENAME, 'one');
  }
  await expect.poll(() => program.pids().size).toBe(2);
  // Each worker reads once between two mutations.
  const reads = upstream.calls.filter((call) => call.startsWith('GET'));
  expect(reads.length).toBeLessThanOrEqual(20);
  // The other credential has changed nothing that its own reads have to show.
  const before = upstream.calls.length;
  await Promise.all(Array.from({ length: 8 }, () => runNext(program, TOOL, 'two')));
  await runNext(program, RENAME, 'one');
  await Promise.all(Array.from({ length: 8 }, () => runNext(program, TOOL, 'two')));
  expect(upstream.calls.length - before).toBeLessThanOrEqual(3);
});

test('the rate of a forwarded key counts for all workers', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 200, { id: 't1' }));
  const program = await startWorkers({ UPSTREAM_URL: upstream.url, RATE_LIMIT: '10' });
  const results = await Promise.all(
    Array.from({ length: 40 }, () => runNext(program, '{ tool(id: "t1") { id } }', 'one')),
  );
  expect(results.filter(({ errors }) => errors === undefined)).toHaveLength(10);
  await expect.poll(() => program.pids().size).toBe(2);
});
