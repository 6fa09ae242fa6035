import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../support/program.ts';
import { type Certificate, createAuthority } from '../../support/tls.ts';
import { startRedis } from './redis-server.ts';

/** Starts a TLS proxy for a Redis and returns its port. */
async function startTlsProxy(target: number, certificate: Certificate) {
  const server = createServer({ ...certificate }, (client) => {
    const onward = connect(target, '127.0.0.1');
    client.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(onward).pipe(client);
  }).listen(0, 'localhost');
  server.on('tlsClientError', () => undefined);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

test('rediss:// accepts only a Redis with a trusted certificate', async () => {
  const redis = await startRedis({ databases: '4' });
  const authority = await createAuthority();
  const port = await startTlsProxy(redis.port, await authority.issue());
  const settings = {
    REDIS_URL: `rediss://default:${redis.password}@localhost:${port}/3`,
    RATE_LIMIT: '10',
  };
  const listUnavailable = async (trusted: Record<string, string>) => {
    const { url, run } = await startProgram({ ...settings, ...trusted, LOG_LEVEL: 'silent' });
    await run('{ llms { totalCount } }');
    return (await (await fetch(`${url}/ready`)).json()).unavailable;
  };
  expect(await listUnavailable({})).toStrictEqual(['redis']);
  expect(await redis.client.info('keyspace')).not.toContain('db3');
  expect(await listUnavailable({ NODE_EXTRA_CA_CERTS: await authority.file() })).toStrictEqual([]);
  expect(await redis.client.info('keyspace')).toContain('db3');
}, 60_000);
