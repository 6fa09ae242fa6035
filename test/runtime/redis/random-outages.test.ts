import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RENAME, TOOL } from '../../support/operations.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { startReplica } from '../../support/replica.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { startRedis } from './redis-server.ts';

/** Whether the next step waits for the end of this one. */
const waits = fc.boolean();
const through = fc.nat(1);

const action = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('read', 'read', 'write') },
  { weight: 2, arbitrary: fc.constantFrom('cut', 'mend', 'restart') },
);
const step = fc.record({ do: action, through, waits });

/** An upstream with one tool for each key, whose name is the number of its writes. */
async function startVersionedUpstream() {
  const versions = new Map<string, number>();
  return fakeService((request, response) => {
    const key = request.headers.authorization ?? '';
    const version = (versions.get(key) ?? 0) + (request.method === 'PUT' ? 1 : 0);
    versions.set(key, version);
    request.resume();
    sendJson(response, 200, { id: 't1', name: String(version) });
  });
}

test('however replicas lose and regain Redis, a replica never returns data older than a write it has received', async () => {
  const redis = await startRedis();
  const upstream = await startVersionedUpstream();
  const replicas = await Promise.all(
    [0, 1].map(async () => {
      const proxy = await startTcpProxy(redis.port);
      const replica = await startReplica({
        UPSTREAM_URL: upstream.url,
        REDIS_URL: `redis://:${redis.password}@127.0.0.1:${proxy.port}`,
        UPSTREAM_CACHE_SECONDS: '60',
        RATE_LIMIT: '0',
      });
      return { ...replica, proxy };
    }),
  );
  const getReplica = (index: number) => {
    const replica = replicas[index];
    if (!replica) throw new Error('There are two.');
    return replica;
  };
  const waitFor = (index: number, isCut: boolean) =>
    expect
      .poll(async () => (await getReplica(index).ready())[1])
      .toStrictEqual({ ready: true, unavailable: isCut ? ['redis'] : [] });
  let rounds = 0;
  let reads = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      rounds += 1;
      const key = `caller-${rounds}`;
      const isCut = [false, false];
      /** The version that each replica must at least return, by its own mutations and received invalidations. */
      const known = [0, 0];
      const raise = (index: number, version: number) => {
        known[index] = Math.max(known[index] ?? 0, version);
      };
      let latest = 0;
      let outages = 0;
      const changeConnection = async (what: string, index: number) => {
        outages += 1;
        if (what === 'restart') {
          await redis.kill();
          for (const one of [0, 1]) await waitFor(one, true);
          await redis.start();
          for (const [one, cut] of isCut.entries()) await waitFor(one, cut);
        } else {
          isCut[index] = what === 'cut';
          getReplica(index).proxy.setMode(what === 'cut' ? 'cut' : 'forward');
          await waitFor(index, what === 'cut');
        }
        // A replica that reconnects makes all be read again.
        if (what !== 'cut' && !isCut.includes(true)) for (const one of [0, 1]) raise(one, latest);
      };
      const ask = async (what: string, index: number) => {
        const before = { least: known[index] ?? 0, outages, isCut: isCut[index] };
        if (what !== 'write') reads += 1;
        const { data } = await getReplica(index).run(what === 'write' ? RENAME : TOOL, key);
        const version = Number((data.tool ?? data.updateTool.tool).name);
        expect(version).toBeGreaterThanOrEqual(before.least);
        if (what !== 'write') return;
        latest = Math.max(latest, version);
        raise(index, version);
        // With Redis at hand all the time, the other one knows of it.
        if (!before.isCut && before.outages === outages) raise(1 - index, version);
      };
      const running: Promise<void>[] = [];
      for (const { do: what, through, waits } of steps) {
        if (['cut', 'mend', 'restart'].includes(what)) await changeConnection(what, through);
        else {
          const done = ask(what, through);
          running.push(done);
          if (waits) await done;
        }
      }
      await Promise.all(running);
      for (const index of [0, 1]) {
        getReplica(index).proxy.setMode('forward');
        await waitFor(index, false);
      }
    }),
    { numRuns: 5 },
  );
  // The test needs cached answers.
  expect(upstream.calls.filter((call) => call.startsWith('GET')).length).toBeLessThan(reads);
}, 120_000);

test('while the process that writes has no Redis, it shows its write at once and the other one within the time of the setting', async () => {
  const redis = await startRedis();
  const upstream = await startVersionedUpstream();
  const proxy = await startTcpProxy(redis.port);
  const settings = { UPSTREAM_URL: upstream.url, UPSTREAM_CACHE_SECONDS: '1' };
  const reader = await startReplica({ ...settings, REDIS_URL: redis.url });
  const writer = await startReplica({
    ...settings,
    REDIS_URL: `redis://:${redis.password}@127.0.0.1:${proxy.port}`,
  });
  const read = async ({ run }: typeof reader) => (await run(TOOL)).data.tool.name;
  for (const replica of [reader, writer]) expect(await read(replica)).toBe('0');
  proxy.setMode('cut');
  await expect
    .poll(async () => (await writer.ready())[1])
    .toMatchObject({ unavailable: ['redis'] });
  await writer.run(RENAME);
  expect(await read(writer)).toBe('1');
  // No later than the setting says after it was read: polled, because the time of the test is not exact.
  await expect.poll(() => read(reader), { timeout: 10_000 }).toBe('1');
  await writer.run(RENAME);
  proxy.setMode('forward');
  await expect.poll(async () => (await writer.ready())[1]).toMatchObject({ unavailable: [] });
  expect(await read(reader)).toBe('2');
});
