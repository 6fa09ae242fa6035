import { once } from 'node:events';
import { type Dirent, statfsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, TestRunner, vi } from 'vitest';

const cleanUps: (() => unknown)[] = [];

/** Registers a clean-up after the running test, or after the file if no test is running. */
export function onFinished(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else onFileFinished(cleanUp);
}

/** Registers a clean-up after the file. */
export const onFileFinished = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp);

/**
 * Runs the clean-ups of the file, the last one first, and all of them, even if one fails. Vitest ignores those that
 * `beforeAll` registers by `afterAll`.
 */
export async function finishFile(): Promise<void> {
  const cleanUp = cleanUps.pop();
  if (!cleanUp) return;
  try {
    await cleanUp();
  } finally {
    await finishFile();
  }
}

/** Lets a server listen on a free loopback port until the end of the running test or file, and returns the port. */
export async function listenForTest(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Listens on a free loopback port until the end of the running test or file, and returns the URL. */
export async function listen(listener: RequestListener): Promise<string> {
  // A connection that closes while a busy machine sends a request on it would fail the request.
  const server = createServer({ keepAliveTimeout: 600_000 }, listener);
  return `http://127.0.0.1:${await listenForTest(server)}`;
}

/** Bytes that a run of all tests never uses at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Returns Linux's folder in memory if it has space, because a busy disk delays each write of a store. */
function findParent(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= NEEDED_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const NAME = 'avatar-graphql-';

/** Path of a temporary folder up to its random characters, as in `mkdtemp`. */
export const TEMP_PREFIX: string = join(findParent(), NAME);

/** The same on the disk, from which files can be linked. */
export const DISK_PREFIX: string = join(tmpdir(), NAME);

/** Creates a temporary folder for the running test, which is removed when it has finished. */
export async function tempFolder(prefix = TEMP_PREFIX): Promise<string> {
  const folder = await mkdtemp(prefix);
  onFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a temporary file for the running test, which is removed when it has finished, and returns its path. */
export async function tempFile(text: string, name = 'policy.yaml'): Promise<string> {
  const path = join(await tempFolder(), name);
  await writeFile(path, text);
  return path;
}

/** Lists the files in a folder and its folders. */
export const listFiles = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

/** Stops the clock of caches for the running test. Returns a function that advances it by seconds. */
export function mockClock(): (seconds: number) => void {
  const start = performance.now();
  let passed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + passed);
  onTestFinished(() => clock.mockRestore());
  return (seconds) => {
    passed += seconds * 1000;
  };
}

/** Ports below those from which Linux, macOS and Windows connect, so that no connection of another test takes one. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

const isFree = async (port: number) => {
  const server = createTcpServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** Finds a free port of loopback, for programs that need their port before they start, and where nothing must listen. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) return port;
  }
}
