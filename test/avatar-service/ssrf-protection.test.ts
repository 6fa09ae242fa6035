import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createUploadReader } from '../../src/avatar-service/spooled-upload.ts';
import { createSsrfProtection } from '../../src/avatar-service/ssrf-protection.ts';
import { IMAGE } from '../../src/avatar-service/upload-kind.ts';
import { createUploadFetcher } from '../../src/avatar-service/upload-url.ts';
import { createSpool } from '../../src/shared/spool.ts';
import { seedImageBytes } from '../support/seeds.ts';
import { tempFolder } from '../support/temp-folder.ts';

const png = seedImageBytes('png');

const REFUSAL = {
  details: [{ path: ['imageUrl'], message: 'The image URL cannot be fetched.' }],
};

/**
 * A fetcher to which 127.0.0.1 is the world outside and every other address is within, and to which `names` answers
 * who a name is, each time it is asked.
 */
async function start(names: (name: string, time: number) => readonly string[] = () => []) {
  const lookups: string[] = [];
  const guard = createSsrfProtection({
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
  const reader = createUploadReader();
  const fetcher = createUploadFetcher({ reader, guard, timeout: 5_000 });
  const spool = createSpool(await tempFolder());
  onTestFinished(async () => {
    await fetcher.close();
    await spool.close();
  });
  const fetchBytes = async (url: string) => {
    const image = await fetcher.fetch(url, spool.open(), IMAGE);
    return reader.read(image, (bytes) => new Uint8Array(bytes));
  };
  const asked: string[] = [];
  let redirect: string | undefined;
  // On every address of this machine, so that only the guard keeps anyone from those within.
  const server = createServer((request, response) => {
    asked.push(request.headers.host?.replace(/:\d+$/, '') ?? '');
    if (redirect !== undefined && asked.length === 1) {
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
    asked,
    lookups,
  };
}

test('a name is looked up once, and the connection goes to the address that was checked', async () => {
  const { fetch, asked, lookups } = await start((_, time) => [
    time === 1 ? '127.0.0.1' : '127.0.0.2',
  ]);
  expect(await fetch('rebinding.example')).toStrictEqual(png);
  expect([lookups, asked]).toStrictEqual([['rebinding.example'], ['rebinding.example']]);
});

test.each<[string, readonly string[]]>([
  ['within', ['127.0.0.2']],
  ['both outside and within', ['127.0.0.1', '127.0.0.2']],
  ['both within and outside', ['10.0.0.1', '127.0.0.1']],
  ['outside, and within by IPv6', ['127.0.0.1', '::1']],
  ['within, mapped into IPv6', ['::ffff:127.0.0.2']],
  ['nowhere', []],
])('a name that is %s is refused, and nobody is called', async (_, addresses) => {
  const { fetch, asked } = await start(() => addresses);
  await expect(fetch('a.example')).rejects.toMatchObject(REFUSAL);
  expect(asked).toStrictEqual([]);
});

test.each<[string, string]>([
  ['an address within', '127.0.0.2'],
  ['an address within, in octal', '0177.0.0.2'],
  ['an address within, as one number', '2130706434'],
  ['an address within, in IPv6', '[::1]'],
  ['an address within, mapped', '[::ffff:127.0.0.2]'],
  ['a name that is within', 'inside.example'],
  ['a name that moved within since it was first asked for', 'moving.example'],
])('a redirect from outside to %s is refused before it is followed', async (_, host) => {
  const { fetch, redirectTo, asked } = await start((name, time) => {
    if (name === 'inside.example') return ['127.0.0.2'];
    return [time === 1 ? '127.0.0.1' : '127.0.0.2'];
  });
  redirectTo(host);
  await expect(fetch('moving.example')).rejects.toMatchObject(REFUSAL);
  expect(asked).toStrictEqual(['moving.example']);
});

test('a redirect from outside to outside is followed', async () => {
  const { fetch, redirectTo, asked } = await start(() => ['127.0.0.1']);
  redirectTo('other.example');
  expect(await fetch('a.example')).toStrictEqual(png);
  expect(asked).toStrictEqual(['a.example', 'other.example']);
});
