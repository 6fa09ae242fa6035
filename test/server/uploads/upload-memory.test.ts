import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BOUNDARY, FORM_TYPE, map, operations } from '../../support/form.ts';
import { largePicture } from '../../support/large-picture.ts';
import { listen } from '../../support/listen.ts';
import { runProgram } from '../../support/process.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

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

/**
 * Bytes by which the process may grow when our own avatar service is in it: with the 105 MB that the published command
 * holds before, the peak is 250 MB. From the sources it begins with more.
 */
const WHOLE_BOUND = 145 * MEGABYTE;

/** Sends one upload of a file of these pieces, and answers with what came of it: `made`, or the whole answer. */
function upload(
  url: string,
  pieces: readonly Buffer[],
  headers: Record<string, string> = {},
): Promise<string> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const length = Buffer.byteLength(HEAD + TAIL) + size;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${url}/graphql`,
      {
        method: 'POST',
        headers: { ...FORM_TYPE, ...headers, 'content-length': length },
      },
      (response) =>
        response.toArray().then((chunks) => {
          const text = Buffer.concat(chunks).toString();
          resolve(/^\{"data":\{"createAvatar":\{"id":"[^"]+"\}\}\}$/.test(text) ? 'made' : text);
        }, reject),
    );
    request.on('error', reject);
    Readable.from([HEAD, ...pieces, TAIL]).pipe(request);
  });
}

/** Callers take turns, because one of them alone has half of the places. */
const keyOf = (n: number) => ({ authorization: `Bearer key-${n % 4}` });
const anything = (size: number) => Array.from({ length: size / MEGABYTE }, () => filler);

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
  expect(await upload(url, anything(MEGABYTE), keyOf(0))).toBe('made');
  const before = memoryOf(child.pid ?? 0);
  const answers = await Promise.all(
    Array.from({ length: UPLOADS }, (_, n) => upload(url, anything(SIZE), keyOf(n))),
  );
  const grown = memoryOf(child.pid ?? 0) - before;
  expect(new Set(answers)).toStrictEqual(new Set(['made']));
  process.stdout.write(
    `${UPLOADS} uploads of 10 MB at once: ${Math.round(before / MEGABYTE)} MB before, ${Math.round(grown / MEGABYTE)} MB more at most\n`,
  );
  expect(grown).toBeLessThan(BOUND);
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toStrictEqual([]);
}, 60_000);

test(`${UPLOADS} uploads of 10 MB at once through the default start take less than ${WHOLE_BOUND / MEGABYTE} MB of memory, and are all kept`, async () => {
  const folder = await tempFolder();
  const { child, url, ask } = await startProgram({ TMPDIR: folder });
  await ask('{ personas { total } }');
  const before = memoryOf(child.pid ?? 0);
  const pieces = largePicture(SIZE);
  const answers = await Promise.all(Array.from({ length: UPLOADS }, () => upload(url, pieces)));
  const peak = memoryOf(child.pid ?? 0);
  process.stdout.write(
    `${UPLOADS} uploads of 10 MB at once, our own avatar service in the process: ${Math.round(before / MEGABYTE)} MB before, ${Math.round(peak / MEGABYTE)} MB at most\n`,
  );
  expect(new Set(answers)).toStrictEqual(new Set(['made']));
  expect(peak - before).toBeLessThan(WHOLE_BOUND);
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toStrictEqual([]);
}, 120_000);
