import { request } from 'node:http';
import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { answer, startRawUpstream } from '../support/raw-upstream.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

const PERSONAS = '{ personas { items { id avatar { id } } } }';

const persona = (n: number) => ({ id: `p${n}`, avatarId: `a${n}` });

test('one avatar that fails is null with an error at its path, and everything else is there', async () => {
  const upstream = await startUpstream(({ url = '' }, response) => {
    if (url.startsWith('/v1/personas')) sendJson(response, 200, [1, 2, 3].map(persona));
    else if (url === '/v1/avatars/a2') response.destroy();
    else sendJson(response, 200, { id: url.slice(-2) });
  });
  const { run } = await startApi(upstream, { client: { retryDelay: 1 } });
  const { data, errors } = await run(PERSONAS);
  expect(data.personas.items).toStrictEqual([
    { id: 'p1', avatar: { id: 'a1' } },
    { id: 'p2', avatar: null },
    { id: 'p3', avatar: { id: 'a3' } },
  ]);
  expect(errors).toMatchObject([
    { path: ['personas', 'items', 1, 'avatar'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
  ]);
});

test('a field that hangs is null in the end, and what does not need it was asked for meanwhile', async () => {
  const upstream = await startUpstream(({ url = '' }, response) => {
    if (url === '/v1/personas/p1') return;
    if (url === '/v1/personas/p2') sendJson(response, 200, persona(2));
    else sendJson(response, 200, { id: 'a2' });
  });
  const options = { client: { timeout: 300, personaById: true } };
  const { run } = await startApi(upstream, options);
  const answered = run(
    '{ slow: persona(id: "p1") { id } quick: persona(id: "p2") { avatar { id } } }',
  );
  // Asked for before the slow one has come to its end.
  await expect.poll(() => upstream.calls).toContain('GET /v1/avatars/a2');
  expect(upstream.open()).toBe(1);
  const { data, errors } = await answered;
  expect(data).toStrictEqual({ slow: null, quick: { avatar: { id: 'a2' } } });
  expect(errors).toMatchObject([{ path: ['slow'], extensions: { code: 'UPSTREAM_TIMEOUT' } }]);
});

test.each(['{ tool(id: "t1") { id } }', 'mutation { deleteTool(id: "t1") }', PERSONAS])(
  'a caller who hangs up amid %s ends the call to the upstream',
  async (query) => {
    const asked = Promise.withResolvers<void>();
    const hungUp = Promise.withResolvers<void>();
    const upstream = await startRawUpstream((_, socket) => {
      asked.resolve();
      socket.on('close', () => hungUp.resolve());
      return undefined;
    });
    const { url } = await startApi(upstream);
    const headers = { 'content-type': 'application/json' };
    const caller = request(url, { method: 'POST', headers }).on('error', () => undefined);
    caller.end(JSON.stringify({ query }));
    await asked.promise;
    caller.destroy();
    await hungUp.promise;
  },
);

test('an upstream that is down is told so with a time to come back, without being asked', async () => {
  const upstream = await startRawUpstream(() => answer('502 Bad Gateway', 'nope'));
  const { run } = await startApi(upstream, { client: { breakerCalls: 3, retryDelay: 1 } });
  await run('{ tool(id: "t1") { id } }');
  expect(upstream.received).toHaveLength(3);
  const { errors } = await run('mutation { deleteTool(id: "t1") }');
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    retryAfterSeconds: 10,
  });
  expect(upstream.received).toHaveLength(3);
});

test('a call that finds no place is OVERLOADED, and says when to come back', async () => {
  const upstream = await startUpstream(() => undefined);
  const options = { client: { calls: 1, waitingCalls: 0, timeout: 300 } };
  const { run } = await startApi(upstream, options);
  const first = run('{ tool(id: "t1") { id } }');
  await expect.poll(() => upstream.calls.length).toBe(1);
  const { errors } = await run('mutation { deleteTool(id: "t1") }');
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });
  await first;
  expect(upstream.calls).toHaveLength(1);
});

test('an operation that is over leaves no signal in memory for the time that it might have taken', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 200, { id: 't1' }));
  const { run } = await startApi(upstream);
  const ask = async (times: number) => {
    for (let count = 0; count < times; count += 1) await run('{ tool(id: "t1") { id } }');
  };
  await ask(20);
  // Collects garbage before it counts.
  const count = () => Number(queryObjects(AbortSignal, { format: 'count' }));
  const before = count();
  await ask(200);
  await expect.poll(count, { timeout: 10_000 }).toBeLessThan(before + 200);
});
