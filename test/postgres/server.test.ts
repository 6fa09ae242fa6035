import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { StoreFailure } from '../../src/avatar-service/store/store-error.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startApi } from '../support/api.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { query } from '../support/store-location.ts';

/** A server that the test may end and start again, with a service over it. */
async function startBoth() {
  const cluster = await startCluster({ durable: true });
  onTestFinished(() => cluster.remove());
  const faults: unknown[] = [];
  const service = await startAvatarService({
    place: { databaseUrl: new Secret(cluster.url), connections: 4 },
    onError: (fault) => faults.push(fault),
  });
  return { cluster, service, faults };
}

const create = (service: Awaited<ReturnType<typeof startAvatarService>>, name: string) =>
  service.askJson('POST', '/v1/personas', { name });

const restart = async (cluster: Cluster, how: 'in order' | 'crash') => {
  await cluster.stop(how);
  await cluster.start();
};

test('while the server is away requests are refused in words, and work again when it is back', async () => {
  const { cluster, service, faults } = await startBoth();
  const kept = await (await create(service, 'before')).json();
  await cluster.stop();

  const refused = await service.ask('/v1/personas');
  expect([refused.status, refused.headers.get('retry-after')]).toStrictEqual([503, '1']);
  expect(await refused.json()).toStrictEqual({
    error: 'Service Unavailable',
    message: 'The store is currently unavailable.',
  });
  expect(faults).toStrictEqual([new StoreFailure('unreachable')]);
  expect(await service.store.isAlive()).toBe(false);

  await cluster.start();
  expect(await service.store.isAlive()).toBe(true);
  expect((await create(service, 'after')).status).toBe(201);
  expect(await (await service.ask(`/v1/personas/${kept.id}`)).json()).toStrictEqual(kept);
});

test('the graph says of a database that is away that the upstream is unavailable', async () => {
  const { cluster, service } = await startBoth();
  const { run } = await startApi({ url: service.url, key: service.keys.pro });
  await cluster.stop();
  const { errors } = await run('{ personas { total } }');
  expect(errors?.map(({ extensions }) => extensions.code)).toStrictEqual(['UPSTREAM_UNAVAILABLE']);
});

test.each(['in order', 'crash'] as const)(
  'a server that ends amid many writes (%s) and comes back has all that were acknowledged',
  async (how) => {
    const { cluster, service } = await startBoth();
    const acknowledged: { id: string }[] = [];
    const statuses = new Set<number>();
    const enough = Promise.withResolvers<void>();
    let writing = true;
    const write = async (writer: number) => {
      for (let count = 0; writing; count += 1) {
        const response = await create(service, `w${writer}-${count}`);
        const body = await response.json();
        statuses.add(response.status);
        if (response.status === 201) acknowledged.push(body);
        if (acknowledged.length >= 100) enough.resolve();
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    await enough.promise;
    await restart(cluster, how);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    writing = false;
    await writers;

    expect([...statuses].sort()).toStrictEqual([201, 503]);
    const kept = await Promise.all(acknowledged.map(({ id }) => service.store.personas.find(id)));
    expect(kept).toEqual(acknowledged);
  },
);

test('a primary that became a standby refuses writes in words, until connections lead to the new one', async () => {
  const { cluster, service } = await startBoth();
  const readOnly = async (value: 'on' | 'off') => {
    const alter = `alter database postgres set default_transaction_read_only = ${value}`;
    await query(cluster.url, `begin read write; ${alter}; commit`);
  };
  const cutConnections = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await readOnly('on');
  await query(cluster.url, cutConnections);
  await expect.poll(async () => (await service.ask('/v1/personas')).status).toBe(200);
  expect((await create(service, 'refused')).status).toBe(503);
  await readOnly('off');
  expect((await create(service, 'taken')).status).toBe(201);
});

test('a crowd of requests waits for the connections that there are, and takes no more', async () => {
  const { cluster, service } = await startBoth();
  const answers = Promise.all(
    Array.from({ length: 200 }, (_, index) => create(service, `crowd ${index}`)),
  );
  const open = async () => {
    const { rows } = await query(
      cluster.url,
      "select count(*)::int as open from pg_stat_activity where application_name = 'avatar-graphql'",
    );
    return rows[0].open;
  };
  const seen: number[] = [];
  let isDone = false;
  answers.finally(() => {
    isDone = true;
  });
  while (!isDone) seen.push(await open());
  expect(new Set((await answers).map(({ status }) => status))).toStrictEqual(new Set([201]));
  expect(Math.max(...seen)).toBe(4);
});

test('a name with the one character that Postgres cannot hold is kept and found', async () => {
  const { service } = await startBoth();
  const created = await (await create(service, 'nul\0name')).json();
  expect(created.name).toBe('nul\0name');
  const found = await service.ask(`/v1/personas?search=${encodeURIComponent('nul\0NAME')}`);
  expect((await found.json()).data).toStrictEqual([created]);
});

test.each<[string, (url: URL) => void, RegExp]>([
  [
    'of another password',
    (url) => {
      url.password = 'hunter2';
    },
    /password authentication failed/,
  ],
  [
    'without that database',
    (url) => {
      url.pathname = '/nowhere';
    },
    /database "nowhere" does not exist/,
  ],
  [
    'that is not there',
    (url) => {
      url.port = '1';
    },
    /ECONNREFUSED/,
  ],
])('a server %s is refused in one sentence without the password', async (_, change, reason) => {
  const { cluster } = await startBoth();
  const url = new URL(cluster.url);
  const { password } = url;
  change(url);
  const error = await openStore({ databaseUrl: new Secret(url.href) }).then(
    () => expect.unreachable('It was opened.'),
    String,
  );
  expect(error).toMatch(
    /^StoreError: The store Postgres at 127\.0\.0\.1:\d+\/\w+ cannot be opened: /,
  );
  expect(error).toMatch(reason);
  expect(error).not.toContain(password);
  expect(error).not.toContain('hunter2');
});

test('a server that takes one connection and no other is refused in a sentence too', async () => {
  const { cluster } = await startBoth();
  const { hostname, port } = new URL(cluster.url);
  let taken = 0;
  // The first brings the tables up to date; the next would serve.
  const between = createServer((caller) => {
    taken += 1;
    if (taken > 1) return void caller.destroy();
    const server = connect(Number(port), hostname);
    pipeline(caller, server, caller, () => undefined);
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void between.close());
  const address = between.address();
  const ownPort = typeof address === 'object' ? String(address?.port) : '';
  const url = Object.assign(new URL(cluster.url), { port: ownPort });
  await expect(openStore({ databaseUrl: new Secret(url.href) })).rejects.toThrow(
    /^The store Postgres at 127\.0\.0\.1:\d+\/\w+ cannot be opened: /,
  );
  expect(taken).toBeGreaterThan(1);
});
