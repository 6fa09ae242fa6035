import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../support/find-program.ts';
import { startProgram } from '../support/program.ts';
import { startRedis } from '../support/redis-server.ts';
import { PATIENT } from '../support/replica.ts';
import { tempFolder } from '../support/temp-folder.ts';

const openssl = findProgram('openssl');

/** A certificate for localhost that nobody vouches for, and its key. */
async function makeCertificate(program: string) {
  const folder = await tempFolder();
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name));
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'].concat(
    ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ['-out', certificate ?? '', '-keyout', key ?? ''],
  );
  execFileSync(program, words, { stdio: 'ignore' });
  return { certificate: certificate ?? '', key: key ?? '' };
}

/** Stands before a Redis, and speaks TLS; answers its port. */
async function startTlsBefore(target: number, files: { certificate: string; key: string }) {
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  const server = createServer({ cert, key }, (client) => {
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

test.runIf(openssl)(
  'by rediss:// a Redis is used whose certificate is vouched for, and no other',
  async () => {
    const redis = await startRedis({ databases: '4' });
    const files = await makeCertificate(openssl ?? '');
    const port = await startTlsBefore(redis.port, files);
    const settings = {
      ...PATIENT,
      REDIS_URL: `rediss://default:${redis.password}@localhost:${port}/3`,
      RATE_LIMIT: '10',
    };
    const lacks = async (trusted: Record<string, string>) => {
      const { url, ask } = await startProgram({ ...settings, ...trusted, LOG_LEVEL: 'silent' });
      await ask('{ llms { id } }');
      return (await (await fetch(`${url}/ready`)).json()).lacks;
    };
    expect(await lacks({})).toStrictEqual(['redis']);
    expect(await redis.client.info('keyspace')).not.toContain('db3');
    expect(await lacks({ NODE_EXTRA_CA_CERTS: files.certificate })).toStrictEqual([]);
    expect(await redis.client.info('keyspace')).toContain('db3');
  },
  60_000,
);
