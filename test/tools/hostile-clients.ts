import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLargeImage } from '../support/files.ts';
import type { Command } from './soak/figures.ts';

// `npm run hostile-clients [idle] [slow]`: the default start with connections that do nothing and connections that stop in the
// middle, 2,000 and 500 by default: what others see meanwhile, when each ends, and what is held before and after.
const IDLE = Number(process.argv[2] ?? 2_000);
const SLOW = Number(process.argv[3] ?? 500);

/** Requests of others meanwhile, one after the other. */
const SERVED = 200;

const MEGABYTE = 1024 * 1024;
const print = (line = '') => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'avatar-graphql-hostile-clients-'));
const child: ChildProcess = fork(new URL('soak/child.ts', import.meta.url), ['facade'], {
  execArgv: ['--expose-gc', '--max-semi-space-size=4', '--heap-growing-percent=30'],
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    TMPDIR: folder,
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '1048576',
  },
});
const [{ url }] = await once(child, 'message');
const { hostname, port } = new URL(url);

const measure = async () => {
  child.send('measure' satisfies Command);
  const [{ rss, held, handles, files }] = await once(child, 'message');
  const status = `/proc/${child.pid}/status`;
  const peak = existsSync(status)
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024
    : rss;
  const spooled = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('data'),
  ).length;
  const of = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  return `held ${of(held)}, rss ${of(rss)}, peak ${of(peak)}, ${handles} handles, ${files} files open, ${spooled} uploads on disk`;
};

const ask = async () => {
  const began = performance.now();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query: '{ personas(perPage: 5) { items { name avatar { id } } } }' }),
    headers: { 'content-type': 'application/json' },
  });
  const { data } = await response.json();
  if (data?.personas.items.length !== 5) throw new Error('Somebody was not served.');
  return performance.now() - began;
};

const percentile = (values: readonly number[], share: number) =>
  `${(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(1)} ms`;

async function served(how: string) {
  const times: number[] = [];
  for (let count = 0; count < SERVED; count += 1) times.push(await ask());
  print(
    `${how.padEnd(28)}${SERVED} of ${SERVED} served, half in ${percentile(times, 0.5)}, 99 of 100 in ${percentile(times, 0.99)}`,
  );
}

/** Connects, sends bytes and no more, and tells after how many milliseconds the other side hung up. */
async function open(bytes: string, { reads = true } = {}) {
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const began = performance.now();
  const ended = new Promise<number>((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve(performance.now() - began));
  });
  socket.write(bytes);
  if (reads) socket.resume();
  return { socket, ended };
}

const openAll = async (count: number, bytesOf: (index: number) => string) => {
  const all: { readonly socket: Socket; readonly ended: Promise<number> }[] = [];
  for (let index = 0; index < count; index += 50) {
    const next = Array.from({ length: Math.min(50, count - index) }, (_, at) =>
      open(bytesOf(index + at)),
    );
    all.push(...(await Promise.all(next)));
  }
  return all;
};

const HEAD = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n';
const FORM = `${HEAD}content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n`;

/** Places in the middle of a request. */
const STOPS: readonly (readonly [where: string, bytes: string])[] = [
  ['headers', `${HEAD}x-slow: `],
  ['a JSON body', `${HEAD}content-type: application/json\r\ncontent-length: 900\r\n\r\n{"que`],
  [
    'a large JSON body',
    `${HEAD}content-type: application/json\r\ncontent-length: 900000\r\n\r\n{"que`,
  ],
  ['a form', FORM],
];

async function upload(bytes: readonly Buffer[]): Promise<string> {
  const body = new FormData();
  body.set(
    'operations',
    '{"query":"mutation ($f: Upload!) { createAvatar(input: { displayName: \\"Ada\\", image: { file: $f } }) { avatar { imageUrl } } }","variables":{"f":null}}',
  );
  body.set('map', '{"0":["variables.f"]}');
  body.set(
    '0',
    new File(
      bytes.map((piece) => new Uint8Array(piece)),
      'a.png',
    ),
  );
  const response = await fetch(`${url}/graphql`, { method: 'POST', body });
  return (await response.json()).data.createAvatar.avatar.imageUrl;
}

try {
  const picture = new URL(await upload(createLargeImage(10 * MEGABYTE))).pathname;
  await served('nobody else');
  // Connections that are kept for the next request are no leak.
  await wait(7_000);
  print(`before                      ${await measure()}`);

  const idle = await openAll(IDLE, () => '');
  const slow = await openAll(SLOW, (index) => STOPS[index % STOPS.length]?.[1] ?? '');
  await served(`${IDLE} idle, ${SLOW} slow`);
  print(`meanwhile                   ${await measure()}`);
  for (const [index, [where]] of STOPS.entries()) {
    const times = await Promise.all(
      slow.filter((_, at) => at % STOPS.length === index).map(({ ended }) => ended),
    );
    print(
      `stopped amid ${where.padEnd(20)} ended after ${(Math.min(...times) / 1000).toFixed(1)} to ${(Math.max(...times) / 1000).toFixed(1)} s`,
    );
  }
  const times = await Promise.all(idle.map(({ ended }) => ended));
  print(
    `idle                             ended after ${(Math.min(...times) / 1000).toFixed(1)} to ${(Math.max(...times) / 1000).toFixed(1)} s`,
  );

  const readers = await Promise.all(
    Array.from({ length: 100 }, () =>
      open(`GET ${picture} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`, { reads: false }),
    ),
  );
  await served('100 who do not read 10 MB');
  print(`meanwhile                   ${await measure()}`);
  // A socket that nobody reads does not see the other side's end: what is left tells of it.
  await wait(40_000);
  const sizes = await Promise.all(
    readers.map(async ({ socket, ended }) => {
      socket.resume();
      await ended;
      return socket.bytesRead;
    }),
  );
  const cut = sizes.filter((size) => size < 10 * MEGABYTE).length;
  print(`who did not read                 hung up on amid the picture: ${cut} of ${sizes.length}`);
  await wait(7_000);
  print(`after                       ${await measure()}`);
} finally {
  child.send('close');
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
}
