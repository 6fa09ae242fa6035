import { Agent, request } from 'undici';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { RENAME, TOOL } from '../support/counting-upstream.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { limitMints, MINT, tokenOf } from './limited-mints.ts';
import { startTwoWorkers } from './two-workers.ts';

vi.setConfig({ testTimeout: 60_000 });

const Failure = z.object({ extensions: z.object({ code: z.string() }) });

const { upstream, settings } = await limitMints({
  tokens: 'limits: [{ tokens: 5, per: month }]',
  sessions: 'concurrent: 5',
  both: 'limits: [{ tokens: 3, per: month }], concurrent: 1',
  kept: 'limits: [{ tokens: 1, per: month }]',
  late: 'limits: [{ tokens: 1, per: month }]',
});

/** Two workers without Redis for all tests of mints. Each has a plan of its own. */
const workers = await startTwoWorkers(settings);

const authorize = async (sub: string, plan: string) => ({
  authorization: `Bearer ${await tokenOf(sub, plan)}`,
});

/** Mints once, and returns the extensions of the error. */
const mint = async (plan: string, sub = `ada-${plan}`, document = MINT) =>
  (await workers.run(document, {}, await authorize(sub, plan))).errors?.[0]?.extensions;

/** The mints of a plan that arrived. */
const listMints = (plan: string) =>
  upstream.mints().filter(({ clientLabel }) => clientLabel.startsWith(`u:ada-${plan}:`));

test.each([
  ['tokens', 'roles.tokens.mint.limits[0]'],
  ['sessions', 'roles.sessions.mint.concurrent'],
])(
  'a hundred mints through two workers without Redis pass a limit of five %s exactly five times',
  async (plan, rule) => {
    const results = await Promise.all(Array.from({ length: 100 }, () => mint(plan)));
    expect(results.filter((found) => found === undefined)).toHaveLength(5);
    expect(listMints(plan)).toHaveLength(5);
    expect(results.filter((found) => found?.rule === rule)).toHaveLength(95);
    await expect.poll(() => workers.pids().length).toBeGreaterThanOrEqual(2);
    expect(await mint(plan, `bob-${plan}`)).toBeUndefined();
  },
);

test('what a user has taken of a limit counts after the workers were replaced', async () => {
  expect(await mint('kept')).toBeUndefined();
  workers.child.kill('SIGHUP');
  await expect.poll(workers.countRolls).toBe(1);
  expect(await mint('kept')).toMatchObject({ rule: 'roles.kept.mint.limits[0]' });
});

test('what a worker took is given back for all, and a session ends for all', async () => {
  upstream.setReply((_, response) => sendJson(response, 400, { message: 'No' }));
  for (let round = 0; round < 8; round += 1) expect((await mint('both'))?.rule).toBeUndefined();
  upstream.setReply(undefined);
  expect(await mint('both')).toBeUndefined();
  for (let round = 0; round < 4; round += 1)
    expect(await mint('both')).toMatchObject({ rule: 'roles.both.mint.concurrent' });
  const [{ clientLabel }] = listMints('both').slice(-1);
  upstream.sessions.set('s1', { id: 's1', clientLabel });
  const stop = 'mutation { stopSession(id: "s1") { stoppedId } }';
  expect(await mint('both', undefined, stop)).toBeUndefined();
  await expect.poll(() => mint('both')).toBeUndefined();
});

test('a mint takes nothing of a limit if the primary answers too late', async () => {
  // A connection that is kept leads to one worker. The primary would accept another.
  const dispatcher = new Agent({ connections: 1 });
  const headers = await authorize('ada-late', 'late');
  const send = async (query: string) => {
    const { body } = await request(`${workers.url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json', ...headers },
      dispatcher,
    });
    return z.looseObject({ errors: z.array(Failure).default([]) }).parse(await body.json());
  };
  await send('{ __typename }');
  workers.child.kill('SIGSTOP');
  const { errors } = await send(MINT);
  workers.child.kill('SIGCONT');
  await dispatcher.close();
  expect(errors.map(({ extensions }) => extensions.code)).toStrictEqual(['OVERLOADED']);
  expect(listMints('late')).toHaveLength(0);
  expect(await mint('late')).toBeUndefined();
});

test('workers share what is cached and the rate of a forwarded key', async () => {
  let name = 0;
  const cached = await startUpstream((incoming, response) => {
    incoming.resume();
    if (incoming.method === 'PUT') name += 1;
    sendJson(response, 200, { id: 't1', name: String(name) });
  });
  const { run, pids } = await startTwoWorkers({
    UPSTREAM_URL: cached.url,
    RESPONSE_CACHE_SECONDS: '60',
    RATE_LIMIT: '100',
  });
  const runAs = (key: string, document: string) =>
    run(document, {}, { authorization: `Bearer ${key}` });
  const read = async () => (await runAs('one', TOOL)).data.tool.name;
  for (let round = 0; round < 10; round += 1) {
    const found = await Promise.all(Array.from({ length: 8 }, read));
    expect(found).toStrictEqual(found.map(() => String(round)));
    await runAs('one', RENAME);
  }
  await expect.poll(() => pids().length).toBe(2);
  // Each worker reads once between two mutations.
  const reads = cached.calls.filter((call) => call.startsWith('GET'));
  expect(reads.length).toBeLessThanOrEqual(20);
  // The other credential has changed nothing that its own reads have to show.
  const before = cached.calls.length;
  await Promise.all(Array.from({ length: 8 }, () => runAs('two', TOOL)));
  await runAs('one', RENAME);
  await Promise.all(Array.from({ length: 8 }, () => runAs('two', TOOL)));
  expect(cached.calls.length - before).toBeLessThanOrEqual(3);

  const results = await Promise.all(Array.from({ length: 140 }, () => runAs('three', TOOL)));
  expect(results.filter(({ errors }) => errors === undefined)).toHaveLength(100);
});
