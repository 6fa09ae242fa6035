import { Agent, request } from 'undici';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { RENAME, TOOL } from '../support/counting-upstream.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { limitMints, MINT, tokenOf } from './limited-mints.ts';
import { startTwoWorkers } from './two-workers.ts';

vi.setConfig({ testTimeout: 60_000 });

const Failure = z.object({ extensions: z.object({ code: z.string() }) });

/** Starts two workers without Redis, with a policy that limits mints. */
async function startPolicyWorkers(limits: string, more: Record<string, string> = {}) {
  const { upstream, settings } = await limitMints(limits);
  const program = await startTwoWorkers({ ...settings, ...more });
  const mint = async (sub = 'ada', document = MINT) => {
    const authorization = `Bearer ${await tokenOf(sub)}`;
    return (await program.run(document, {}, { authorization })).errors?.[0]?.extensions;
  };
  return { ...program, upstream, mint };
}

type PolicyWorkers = Awaited<ReturnType<typeof startPolicyWorkers>>;

async function expectFiveOfHundred({ mint, upstream, pids }: PolicyWorkers, rule: string) {
  const results = await Promise.all(Array.from({ length: 100 }, () => mint()));
  expect(results.filter((found) => found === undefined)).toHaveLength(5);
  expect(upstream.mints()).toHaveLength(5);
  expect(results.filter((found) => found?.rule === rule)).toHaveLength(95);
  await expect.poll(() => pids().length).toBe(2);
  expect(await mint('bob')).toBeUndefined();
}

test('a hundred mints through two workers without Redis pass a limit of five exactly five times, also after the workers were replaced', async () => {
  const workers = await startPolicyWorkers('limits: [{ tokens: 5, per: month }]');
  await expectFiveOfHundred(workers, 'roles.user.mint.limits[0]');
  workers.child.kill('SIGHUP');
  await expect.poll(workers.isRolled).toBe(true);
  expect(await workers.mint()).toMatchObject({ rule: 'roles.user.mint.limits[0]' });
});

test('a hundred mints through two workers in production without Redis pass a limit of five sessions exactly five times', async () => {
  const settings = { NODE_ENV: 'production', EXPLORER: 'true' };
  const workers = await startPolicyWorkers('concurrent: 5', settings);
  await expectFiveOfHundred(workers, 'roles.user.mint.concurrent');
});

test('what a worker took is given back for all, and a session ends for all', async () => {
  const { mint, upstream, pids } = await startPolicyWorkers(
    'limits: [{ tokens: 3, per: month }], concurrent: 1',
  );
  upstream.setReply((_, response) => sendJson(response, 400, { message: 'No' }));
  for (let round = 0; round < 8; round += 1) expect((await mint())?.rule).toBeUndefined();
  upstream.setReply(undefined);
  expect(await mint()).toBeUndefined();
  for (let round = 0; round < 4; round += 1)
    expect(await mint()).toMatchObject({ rule: 'roles.user.mint.concurrent' });
  const [{ clientLabel }] = upstream.mints().slice(-1);
  upstream.sessions.set('s1', { id: 's1', clientLabel });
  expect(await mint('ada', 'mutation { stopSession(id: "s1") { stoppedId } }')).toBeUndefined();
  await expect.poll(() => mint()).toBeUndefined();
  await expect.poll(() => pids().length).toBe(2);
});

test('a mint takes nothing of a limit if the primary answers too late', async () => {
  const workers = await startPolicyWorkers('limits: [{ tokens: 1, per: month }]');
  // A connection that is kept leads to one worker. The primary would accept another.
  const dispatcher = new Agent({ connections: 1 });
  const authorization = `Bearer ${await tokenOf('ada')}`;
  const send = async (query: string) => {
    const { body } = await request(`${workers.url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json', authorization },
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
  expect(workers.upstream.mints()).toHaveLength(0);
  expect(await workers.mint()).toBeUndefined();
});

test('workers share what is cached and the rate of a forwarded key', async () => {
  let name = 0;
  const upstream = await startUpstream((incoming, response) => {
    incoming.resume();
    if (incoming.method === 'PUT') name += 1;
    sendJson(response, 200, { id: 't1', name: String(name) });
  });
  const { run, pids } = await startTwoWorkers({
    UPSTREAM_URL: upstream.url,
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
  const reads = upstream.calls.filter((call) => call.startsWith('GET'));
  expect(reads.length).toBeLessThanOrEqual(20);
  // The other credential has changed nothing that its own reads have to show.
  const before = upstream.calls.length;
  await Promise.all(Array.from({ length: 8 }, () => runAs('two', TOOL)));
  await runAs('one', RENAME);
  await Promise.all(Array.from({ length: 8 }, () => runAs('two', TOOL)));
  expect(upstream.calls.length - before).toBeLessThanOrEqual(3);

  const results = await Promise.all(Array.from({ length: 140 }, () => runAs('three', TOOL)));
  expect(results.filter(({ errors }) => errors === undefined)).toHaveLength(100);
});
