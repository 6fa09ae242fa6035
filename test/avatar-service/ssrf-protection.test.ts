import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  createGuardedConnector,
  isPublicAddress,
} from '../../src/avatar-service/uploads/ssrf-protection.ts';
import { IMAGE } from '../../src/avatar-service/uploads/upload-kind.ts';
import { createUploadFetcher } from '../../src/avatar-service/uploads/upload-url.ts';
import { createSpool } from '../../src/shared/spool.ts';
import { seedImageBytes } from '../support/files.ts';
import { tempFolder } from '../support/resources.ts';

const png = seedImageBytes('png');

const REJECTION = {
  details: [{ path: ['imageUrl'], message: 'The image URL cannot be fetched.' }],
};

/**
 * Starts an image server, and a fetcher that treats 127.0.0.1 as public and every other address as private. `names`
 * resolves host names; `time` counts the lookups.
 */
async function start(names: (name: string, time: number) => readonly string[] = () => []) {
  const lookups: string[] = [];
  const connect = createGuardedConnector({
    isAllowed: (address) => address === '127.0.0.1',
    resolve: (name, _, callback) => {
      lookups.push(name);
      const addresses = names(name, lookups.length);
      const found = addresses.map(
        (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
      );
      callback(null, found);
    },
  });
  const fetcher = createUploadFetcher({ connect, timeout: 5_000 });
  const spool = createSpool(await tempFolder());
  onTestFinished(async () => {
    await fetcher.close();
    await spool.close();
  });
  const fetchBytes = async (url: string) => {
    const image = await fetcher.fetch(url, spool.open(), IMAGE);
    return new Uint8Array(await readFile(image.path));
  };
  const hosts: string[] = [];
  let redirect: string | undefined;
  // Listens on every address of this machine, so that only the guard prevents requests to private ones.
  const server = createServer((request, response) => {
    hosts.push(request.headers.host?.replace(/:\d+$/, '') ?? '');
    if (redirect !== undefined && hosts.length === 1) {
      response.writeHead(302, { location: redirect }).end();
    } else response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  return {
    fetch: (host: string) => fetchBytes(`http://${host}:${port}/a.png`),
    redirectTo: (host: string) => {
      redirect = `http://${host}:${port}/a.png`;
    },
    hosts,
    lookups,
  };
}

test('the connection to a host name uses the checked address', async () => {
  const { fetch, hosts, lookups } = await start((_, time) => [
    time === 1 ? '127.0.0.1' : '127.0.0.2',
  ]);
  expect(await fetch('rebinding.example')).toStrictEqual(png);
  expect([lookups, hosts]).toStrictEqual([['rebinding.example'], ['rebinding.example']]);
});

test.each<[string, readonly string[]]>([
  ['private', ['127.0.0.2']],
  ['public and private', ['127.0.0.1', '127.0.0.2']],
  ['private and public', ['10.0.0.1', '127.0.0.1']],
  ['public, and private by IPv6', ['127.0.0.1', '::1']],
  ['private, mapped to IPv6', ['::ffff:127.0.0.2']],
  ['unknown', []],
])('a host name that is %s is rejected without a request', async (_, addresses) => {
  const { fetch, hosts } = await start(() => addresses);
  await expect(fetch('a.example')).rejects.toMatchObject(REJECTION);
  expect(hosts).toStrictEqual([]);
});

test.each<[string, string]>([
  ['a private address', '127.0.0.2'],
  ['a private IPv6 address', '[::1]'],
  ['a private host name', 'inside.example'],
  ['a host name that became private since its first lookup', 'moving.example'],
])('a redirect to %s is rejected without a request', async (_, host) => {
  const { fetch, redirectTo, hosts } = await start((name, time) => {
    if (name === 'inside.example') return ['127.0.0.2'];
    return [time === 1 ? '127.0.0.1' : '127.0.0.2'];
  });
  redirectTo(host);
  await expect(fetch('moving.example')).rejects.toMatchObject(REJECTION);
  expect(hosts).toStrictEqual(['moving.example']);
});

test('a redirect to a public address is followed', async () => {
  const { fetch, redirectTo, hosts } = await start(() => ['127.0.0.1']);
  redirectTo('other.example');
  expect(await fetch('a.example')).toStrictEqual(png);
  expect(hosts).toStrictEqual(['a.example', 'other.example']);
});

// Of each rule one; the ranges themselves are those of ipaddr.js.
test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::a00:1', false],
  ['64:ff9b::808:808', true],
  ['::7f00:1', false],
  ['fec0::1', false],
  // Metadata of clouds.
  ['169.254.169.254', false],
  ['fd00:ec2::254', false],
  // The host of a cloud, in each notation.
  ['168.63.129.16', false],
  ['::ffff:168.63.129.16', false],
  ['64:ff9b::a83f:8110', false],
  ['168.63.129.17', true],
  ['not an address', false],
])('the address %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
