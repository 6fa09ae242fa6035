import { expect, test } from 'vitest';
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
