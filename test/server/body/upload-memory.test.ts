import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  BOUNDARY,
  CREATE_AVATAR,
  createLargeImage,
  FORM_TYPE,
  map,
  operations,
} from '../../support/files.ts';
import { startProgram } from '../../support/program.ts';
import { listen, listFiles, tempFolder } from '../../support/resources.ts';

const MEGABYTE = 1024 * 1024;
const MEGABYTES = 6;
const SIZE = MEGABYTES * MEGABYTE;

/** Maximum concurrent uploads to the upstream, by the client's own limit. Other uploads wait on disk. */
const UPSTREAM_CONCURRENCY = 32;
const UPLOADS = UPSTREAM_CONCURRENCY + 4;

/**
 * Maximum growth of the process in MB, however large the files are. Measured: 114 to 128 MB, and up to 167 MB beside a
 * load. The files of each kind alone would take 108 MB more.
 */
const GROWTH_BOUND = 200;

/** Peak memory of a process (Linux), or its current memory (elsewhere), in bytes. */
function getMemory(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) * 1024;
}

const UPLOAD_DOCUMENT = `mutation ($file: Upload!) {
  createKnowledgeDocument(input: { groupId: "g1", file: $file }) { knowledgeDocument { id } }
}`;

const createHead = (query: string, filename: string, type: string) =>
  `${operations({ file: null }, query)}${map()}--${BOUNDARY}\r\ncontent-disposition: form-data; name="0"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;

const AVATAR = createHead(CREATE_AVATAR, 'a.png', 'image/png');
const DOCUMENT = createHead(UPLOAD_DOCUMENT, 'a.txt', 'text/plain');
const TAIL = `\r\n--${BOUNDARY}--\r\n`;
const filler = Buffer.alloc(MEGABYTE, 'x');

/**
 * Maximum memory in bytes with the built-in avatar service in the process. Measured: 214 MB, and 30 MB more from the
 * sources; the rest is tolerance.
 */
const TOTAL_BOUND = 270 * MEGABYTE;

/** Concurrent uploads to the built-in avatar service: they alone would take 144 MB. */
const SERVICE_UPLOADS = 24;

/** Sends one upload of a file in these chunks. Returns `created`, or the whole response. */
function upload(
  url: string,
  chunks: readonly Buffer[],
  headers: Record<string, string> = {},
  head = AVATAR,
): Promise<string> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const length = Buffer.byteLength(head + TAIL) + size;
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
          resolve(
            /^\{"data":\{"\w+":\{"\w+":\{"id":"[^"]+"\}\}\}\}$/.test(text) ? 'created' : text,
          );
        }, reject),
    );
    request.on('error', reject);
    Readable.from([head, ...chunks, TAIL]).pipe(request);
  });
}

/** Callers alternate, because one caller may use only half of the concurrency limit. */
const createHeaders = (n: number) => ({ authorization: `Bearer key-${n % 4}` });

test(`${UPLOADS} concurrent uploads of images and documents of ${MEGABYTES} MB take less than ${GROWTH_BOUND} MB of memory`, async () => {
  let received = 0;
  const { promise: allArrived, resolve: resolveAllArrived } = Promise.withResolvers<void>();
  const upstream = await listen(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    if (bytes > SIZE) {
      received += 1;
      // The upstream responds only after the maximum number of uploads has arrived, so that all are concurrent.
      if (received === UPSTREAM_CONCURRENCY) resolveAllArrived();
      await allArrived;
    }
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"a1"}');
  });
  const folder = await tempFolder();
  const { child, url } = await startProgram({
    DATA_DIR: folder,
    TMPDIR: folder,
    UPSTREAM_URL: upstream,
    UPSTREAM_EXTENSIONS: 'all',
  });
  const uploadFile = (megabytes: number, n: number) =>
    upload(url, Array(megabytes).fill(filler), createHeaders(n), n % 2 ? DOCUMENT : AVATAR);
  expect([await uploadFile(1, 0), await uploadFile(1, 1)]).toStrictEqual(['created', 'created']);
  const before = getMemory(child.pid ?? 0);
  const answers = await Promise.all(
    Array.from({ length: UPLOADS }, (_, n) => uploadFile(MEGABYTES, n)),
  );
  const growth = getMemory(child.pid ?? 0) - before;
  expect(new Set(answers)).toStrictEqual(new Set(['created']));
  process.stdout.write(
    `${UPLOADS} images and documents of ${MEGABYTES} MB at once: ${Math.round(before / MEGABYTE)} MB before, ${Math.round(growth / MEGABYTE)} MB more at most\n`,
  );
  expect(growth).toBeLessThan(GROWTH_BOUND * MEGABYTE);
  expect(await listFiles(folder)).toStrictEqual([]);
}, 120_000);

test(`${SERVICE_UPLOADS} concurrent uploads of ${MEGABYTES} MB to the built-in avatar service take less than ${TOTAL_BOUND / MEGABYTE} MB of memory`, async () => {
  const folder = await tempFolder();
  const { child, url, run } = await startProgram({ TMPDIR: folder });
  await run('{ personas { totalCount } }');
  const before = getMemory(child.pid ?? 0);
  const chunks = createLargeImage(SIZE);
  const answers = await Promise.all(
    Array.from({ length: SERVICE_UPLOADS }, () => upload(url, chunks)),
  );
  const peak = getMemory(child.pid ?? 0);
  process.stdout.write(
    `${SERVICE_UPLOADS} uploads of ${MEGABYTES} MB at once, built-in avatar service in the process: ${Math.round(before / MEGABYTE)} MB before, ${Math.round(peak / MEGABYTE)} MB at most\n`,
  );
  expect(new Set(answers)).toStrictEqual(new Set(['created']));
  expect(peak).toBeLessThan(TOTAL_BOUND);
  expect(await listFiles(folder)).toStrictEqual([]);
}, 120_000);
