import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { StoreFailure } from '../../src/avatar-service/store/store-error.ts';
import { Secret } from '../../src/shared/secret.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { listenForTest, onFinished } from '../support/resources.ts';
import { query, tempDatabase } from '../support/stores.ts';

/** A server that tests can stop. Each test has its own database. */
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  onFinished(() => cluster.remove());
});

// Also after a test that failed while it was stopped.
afterEach(() => cluster.start());

/** The start of the error of a store that cannot be opened. */
const CANNOT_OPEN =
  /^StoreError: The store in DATABASE_URL, Postgres at 127\.0\.0\.1:\d+\/\w+, cannot be opened: /;

/** Starts a service over its own database of the server; `url` is that of the database. */
async function startWithDatabase() {
  const url = await tempDatabase(cluster.url);
  const faults: unknown[] = [];
  const service = await startAvatarService({
    place: { databaseUrl: new Secret(url), connections: 4 },
    onError: (fault) => faults.push(fault),
  });
  return { url, service, faults };
}

const create = ({ send }: RunningService, name: string) => send('POST /v1/personas', { name });

test('requests are 503 only while the server is down', async () => {
  const { service, faults } = await startWithDatabase();
  const { body: kept } = await create(service, 'before');
  await cluster.stop('SIGINT');

  const rejected = await service.ask('/v1/personas');
  expect([rejected.status, rejected.headers.get('retry-after')]).toStrictEqual([503, '1']);
  expect(await rejected.json()).toStrictEqual({
    error: 'Service Unavailable',
    message: 'The store is currently unavailable.',
  });
  // Of the request, and of the queue of documents if it looked in the meantime.
  expect(faults[0]).toStrictEqual(new StoreFailure('unreachable'));
  expect(new Set(faults.map(String)).size).toBe(1);
  expect(await service.store.isAlive()).toBe(false);

  await cluster.start();
  expect(await service.store.isAlive()).toBe(true);
  expect((await create(service, 'after')).status).toBe(201);
  expect((await service.send(`GET /v1/personas/${kept.id}`)).body).toStrictEqual(kept);
});

test.each([
  ['in order', 'SIGINT'],
  ['crash', 'SIGQUIT'],
] as const)(
  'a server that restarts during many writes (%s) keeps all acknowledged ones',
  async (_, signal) => {
    const { service } = await startWithDatabase();
    const acknowledged: { id: string; name: string }[] = [];
    const statuses = new Set<number>();
    const enough = Promise.withResolvers<void>();
    let writing = true;
    const write = async (writer: number) => {
      for (let count = 0; writing; count += 1) {
        const { status, body } = await create(service, `w${writer}-${count}`);
        statuses.add(status);
        if (status === 201) acknowledged.push(body);
        if (acknowledged.length >= 40) enough.resolve();
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    await enough.promise;
    await cluster.stop(signal);
    await cluster.start();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    writing = false;
    await writers;

    expect([...statuses].sort()).toStrictEqual([201, 503]);
    const kept = await Promise.all(acknowledged.map(({ id }) => service.store.personas.find(id)));
    expect(kept).toMatchObject(acknowledged.map(({ id, name }) => ({ id, name })));
  },
);

test('writes to a read-only server are 503 until it is writable', async () => {
  const { url, service } = await startWithDatabase();
  const readOnly = async (value: 'on' | 'off') => {
    const alter = `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}`;
    await query(url, `begin read write; ${alter}; commit`);
  };
  const cutConnections = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await readOnly('on');
  await query(url, cutConnections);
  await expect.poll(async () => (await service.ask('/v1/personas')).status).toBe(200);
  expect((await create(service, 'rejected')).status).toBe(503);
  await readOnly('off');
  expect((await create(service, 'accepted')).status).toBe(201);
});

test('60 concurrent requests use at most the configured number of connections', async () => {
  const { url, service } = await startWithDatabase();
  const responses = Promise.all(
    Array.from({ length: 60 }, (_, index) => create(service, `persona ${index}`)),
  );
  const countConnections = `select count(*)::int as open from pg_stat_activity
    where application_name = 'avatar-graphql' and datname = current_database()`;
  const counts: number[] = [];
  let isDone = false;
  responses.finally(() => {
    isDone = true;
  });
  while (!isDone) counts.push((await query(url, countConnections)).rows[0].open);
  expect(new Set((await responses).map(({ status }) => status))).toStrictEqual(new Set([201]));
  expect(Math.max(...counts)).toBe(4);
});

test.each([
  ['with another password', { password: 'hunter2' }, /password authentication failed/],
  ['without the database', { pathname: '/nowhere' }, /database "nowhere" does not exist/],
  ['that is not running', { port: '1' }, /ECONNREFUSED/],
])('a server %s is reported in an error without the password', async (_, change, reason) => {
  const { password } = new URL(cluster.url);
  const { href } = Object.assign(new URL(cluster.url), change);
  const error = await openStore({ databaseUrl: new Secret(href) }).catch(String);
  expect(error).toMatch(CANNOT_OPEN);
  expect(error).toMatch(reason);
  for (const secret of [password, 'hunter2']) expect(error).not.toContain(secret);
});

test('a server that accepts only one connection is reported in an error', async () => {
  const target = await tempDatabase(cluster.url);
  const { hostname, port } = new URL(target);
  let accepted = 0;
  // The first connection migrates the tables; the next would serve requests.
  const proxy = createServer((caller) => {
    accepted += 1;
    if (accepted > 1) return void caller.destroy();
    const server = connect(Number(port), hostname);
    pipeline(caller, server, caller, () => undefined);
  });
  const url = Object.assign(new URL(target), { port: await listenForTest(proxy) });
  const opened = openStore({ databaseUrl: new Secret(url.href) });
  await expect(opened.catch(String)).resolves.toMatch(CANNOT_OPEN);
  expect(accepted).toBeGreaterThan(1);
});
