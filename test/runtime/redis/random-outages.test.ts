import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RENAME, TOOL } from '../../support/counting-upstream.ts';
import { LONG_TIMEOUT, startReplica } from '../../support/replica.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';
import { startRedis } from './redis-server.ts';

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read'), through: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write'), through: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cut', 'mend'), through: fc.nat(1) }) },
);

test('however replicas lose and regain Redis, a replica never returns data older than a write it has received', async () => {
  const redis = await startRedis();
  const versions = new Map<string, number>();
  const upstream = await startUpstream((request, response) => {
    const key = request.headers.authorization ?? '';
    const version = (versions.get(key) ?? 0) + (request.method === 'PUT' ? 1 : 0);
    versions.set(key, version);
    request.resume();
    sendJson(response, 200, { id: 't1', name: String(version) });
  });
  const replicas = await Promise.all(
    [0, 1].map(async () => {
      const proxy = await startTcpProxy(redis.port);
      const replica = await startReplica({
        UPSTREAM_URL: upstream.url,
        REDIS_URL: `redis://:${redis.password}@127.0.0.1:${proxy.port}`,
        RESPONSE_CACHE_SECONDS: '60',
        RATE_LIMIT: '0',
        ...LONG_TIMEOUT,
      });
      return { ...replica, proxy };
    }),
  );
  const has = (index: number) => expect.poll(async () => (await replicas[index]?.ready())?.[1]);
  let rounds = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      rounds += 1;
      const key = `caller-${rounds}`;
      const isCut = [false, false];
      /**
       * The version that each replica must at least return, by its own mutations and received invalidations.
       */
      const known = [0, 0];
      let latest = 0;
      for (const { do: what, through } of steps) {
        const replica = replicas[through];
        if (!replica) throw new Error('There are two.');
        if (what === 'cut' || what === 'mend') {
          isCut[through] = what === 'cut';
          replica.proxy.setMode(what === 'cut' ? 'cut' : 'forward');
          await has(through).toStrictEqual({
            ready: true,
            unavailable: isCut[through] ? ['redis'] : [],
          });
          // A replica that reconnects invalidates all responses.
          if (what === 'mend' && !isCut.includes(true)) known.fill(latest);
          continue;
        }
        const { data } = await replica.run(what === 'read' ? TOOL : RENAME, key);
        const version = Number((data.tool ?? data.updateTool.tool).name);
        expect(version).toBeGreaterThanOrEqual(known[through] ?? 0);
        if (what === 'write') {
          latest = version;
          known[through] = version;
          if (!isCut[through]) known.fill(version);
        }
      }
      for (const [index, { proxy }] of replicas.entries()) {
        proxy.setMode('forward');
        await has(index).toStrictEqual({ ready: true, unavailable: [] });
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
