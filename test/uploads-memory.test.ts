import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BOUNDARY, FORM_TYPE, map, operations } from './support/form.ts';
import { listen } from './support/listen.ts';
import { runProgram } from './support/process.ts';
import { tempFolder } from './support/temp-folder.ts';

const MEGABYTE = 1024 * 1024;
const UPLOADS = 50;
const SIZE = 10 * MEGABYTE;

/** Uploads that go upstream at once, by the REST client's own limit; the others wait for their turn, on disk. */
const UPSTREAM_AT_ONCE = 32;

/** Bytes that the process may come to hold for all of it: a third of the uploads themselves. */
const BOUND = 160 * MEGABYTE;

/** Most memory that a process ever held (Linux), or what it holds now (elsewhere), in bytes. */
function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}

const HEAD = `${operations()}${map()}--${BOUNDARY}\r\ncontent-disposition: form-data; name="0"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;
const filler = Buffer.alloc(MEGABYTE, 'x');

/** Sends one upload of `size` bytes, and answers with the status of the answer. */
function upload(url: string, size: number): Promise<number | undefined> {
  const length = Buffer.byteLength(HEAD + TAIL) + size;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${url}/graphql`,
      {
        method: 'POST',
        headers: { ...FORM_TYPE, authorization: 'Bearer a-key', 'content-length': length },
      },
      (response) => response.resume().on('end', () => resolve(response.statusCode)),
    );
    request.on('error', reject);
    const pieces = Array.from({ length: size / MEGABYTE }, () => filler);
    Readable.from([HEAD, ...pieces, TAIL]).pipe(request);
  });
}

test(`${UPLOADS} uploads of 10 MB at once cost less than ${BOUND / MEGABYTE} MB of memory`, async () => {
  let received = 0;
  const { promise: allCame, resolve: cameAll } = Promise.withResolvers<void>();
  const upstream = await listen(async (request, response) => {
    let size = 0;
    for await (const piece of request) size += piece.length;
    if (size > SIZE) {
      received += 1;
      // Nobody is answered before as many are whole upstream as go there at once, so that all are on their way together.
      if (received === UPSTREAM_AT_ONCE) cameAll();
      await allCame;
    }
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"a1"}');
  });
  const folder = await tempFolder();
  const { child, printed } = runProgram([], {
    PORT: '0',
    DATA_DIR: folder,
    TMPDIR: folder,
    UPSTREAM_URL: upstream,
  });
  const [, url = ''] = await printed(/Explorer +(http:\S+)\/graphql/);
  expect(await upload(url, MEGABYTE)).toBe(200);
  const before = memoryOf(child.pid ?? 0);
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => upload(url, SIZE)));
  const grown = memoryOf(child.pid ?? 0) - before;
  expect(new Set(statuses)).toStrictEqual(new Set([200]));
  process.stdout.write(
    `${UPLOADS} uploads of 10 MB at once: ${Math.round(before / MEGABYTE)} MB before, ${Math.round(grown / MEGABYTE)} MB more at most\n`,
  );
  expect(grown).toBeLessThan(BOUND);
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toStrictEqual([]);
}, 60_000);
