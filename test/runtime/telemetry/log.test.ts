import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { listen } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

test('every operation is logged with its id, name, outcome, duration and upstream calls', async () => {
  const { run, logged } = await start({ settings: { LOG_LEVEL: 'info' } });
  const people = 'query People { personas(first: 20) { nodes { avatar { id } } } }';
  await run(people, {}, { 'x-request-id': 'request-one' });
  await run('mutation { deleteTool(id: "00000000-0000-4000-8000-000000000000") { deletedId } }');
  await run('{ nope }');
  await expect.poll(logged).toStrictEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: expect.any(Number),
      requestId: 'request-one',
      operation: 'People',
      type: 'query',
      outcome: 'OK',
      status: 200,
      durationMs: expect.any(Number),
      upstreamCalls: 9,
      msg: 'operation',
    },
    expect.objectContaining({ operation: 'anonymous', type: 'mutation', outcome: 'NOT_FOUND' }),
    expect.objectContaining({ operation: 'unknown', outcome: 'GRAPHQL_VALIDATION_FAILED' }),
  ]);
});

test('by default, only errors of the server and the upstream are logged', async () => {
  const failing = await fakeService(reply(500, { error: 'no' }));
  const { run, logged } = await start({ settings: { UPSTREAM_URL: failing.url } });
  await run('{ llms { totalCount } }');
  await run('{ nope }');
  await run('query Broken { personas { totalCount } }');
  const broken = { level: 'warn', outcome: 'UPSTREAM_UNAVAILABLE', upstreamCalls: 3 };
  await expect.poll(logged).toMatchObject([{ operation: 'Broken', ...broken }]);
});

test('no log line contains a variable, a key or a token', async () => {
  const body = { sessionToken: 'minted-secret', data: 'bad' };
  const upstream = await fakeService(reply(200, body));
  const settings = { LOG_LEVEL: 'debug', UPSTREAM_URL: upstream.url };
  const { run, logged, close } = await start({ settings });
  const headers = { authorization: 'Bearer callers-secret', cookie: 'cookie-secret' };
  const mint = `mutation ($input: CreateSessionTokenInput!) {
    createSessionToken(input: $input) { token { sessionToken } }
  }`;
  const name = 'variable-secret';
  const personaConfig = { name, avatarId: 'a', voiceId: 'v', llmId: 'l' };
  await run(mint, { input: { personaConfig } }, headers);
  await run('query ($name: String) { personas(search: $name) { totalCount } }', { name }, headers);
  await run('{ persona(id: "inline-secret") { id } }', {}, headers);
  await close(0);
  expect(logged().length).toBeGreaterThan(2);
  expect(JSON.stringify(logged())).not.toMatch(/secret/);
});

test('an operation whose client disconnects is not logged as an upstream error', async () => {
  const called = Promise.withResolvers<void>();
  const upstream = await listen(() => called.resolve());
  const { url, logged } = await start({ settings: { UPSTREAM_URL: upstream, LOG_LEVEL: 'info' } });
  const caller = new AbortController();
  const request = fetch(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query: 'query Left { personas { totalCount } }' }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer a-key' },
    signal: caller.signal,
  });
  await called.promise;
  caller.abort();
  await expect(request).rejects.toThrow('abort');
  const left = { level: 'info', outcome: 'CLIENT_DISCONNECTED', upstreamCalls: 1 };
  await expect.poll(logged).toMatchObject([{ operation: 'Left', ...left }]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain(
    'avatar_graphql_operations_total{operation="other",type="query",code="CLIENT_DISCONNECTED"} 1',
  );
});
