import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';

const tool = (n: number) => `{ tool(id: "t${n}") { id } }`;
const key = (name: string) => ({ authorization: `Bearer ${name}` });

test('a caller with many concurrent calls leaves slots for others', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const upstream = await fakeService(async (request, response) => {
    if (request.headers.authorization === 'Bearer busy') await ended;
    sendJson(response, 200, { id: 't' });
  });
  const { run } = await start({ upstream, client: { calls: 8 } });
  const operations = Array.from({ length: 12 }, (_, n) => run(tool(n), {}, key('busy')));
  await expect.poll(upstream.open).toBe(4);
  for (let n = 0; n < 3; n += 1) {
    expect((await run(tool(n), {}, key('other'))).data).toStrictEqual({ tool: { id: 't' } });
  }
  expect(upstream.open()).toBe(4);
  end();
  for (const { data } of await Promise.all(operations))
    expect(data).toStrictEqual({ tool: { id: 't' } });
});

test('a call that exceeds the queue timeout is OVERLOADED and never made', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const upstream = await fakeService(async (_, response) => {
    await ended;
    sendJson(response, 200, { id: 't' });
  });
  const { run } = await start({ upstream, client: { calls: 1, queueTimeout: 50 } });
  const first = run(tool(1), {}, key('a'));
  await expect.poll(upstream.open).toBe(1);
  const { errors } = await run(tool(2), {}, key('a'));
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });
  end();
  expect((await first).data).toStrictEqual({ tool: { id: 't' } });
  expect(upstream.calls).toStrictEqual(['GET /v1/tools/t1']);
});

test('hundreds of connections that break at the same moment do not open the circuit', async () => {
  let isBreaking = false;
  const upstream = await fakeService(({ url = '', socket }, response) => {
    if (isBreaking) socket.resetAndDestroy();
    else sendJson(response, 200, { id: url.split('/').at(-1) });
  });
  const { run } = await start({ upstream, client: { retries: 0 } });
  const runMany = (count: number, from: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => run(tool(from + n), {}, key('a'))));
  // What opens the circuit is failures over more than a second, however long this machine takes.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await runMany(150, 0);
  isBreaking = true;
  for (const { errors } of await runMany(100, 1_000)) {
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  }
  isBreaking = false;
  for (const { errors } of await runMany(10, 2_000)) expect(errors).toBeUndefined();
});
