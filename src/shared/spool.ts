import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = 'avatar-graphql-uploads-';

/** New files that only this user can read, with small write buffers. */
const FILE_OPTIONS = { flags: 'wx', mode: 0o600, highWaterMark: 16 * 1024 };

/**
 * Size of this process's buffers, in bytes, above which uploads trigger a minor garbage collection. V8 itself waits for
 * 64 MB, because each buffer is a small object to it.
 */
const MAX_BUFFER_BYTES = 32 * 1024 * 1024;

/** Bytes of uploads between two checks of that size. */
const CHECK_INTERVAL_BYTES = 1024 * 1024;

/**
 * Creates a function that counts the bytes of uploads and collects their buffers. It does nothing unless the process was
 * started with `--expose-gc`.
 */
function createBufferCollector(): (bytes: number) => void {
  let uncheckedBytes = 0;
  return (bytes) => {
    uncheckedBytes += bytes;
    if (uncheckedBytes < CHECK_INTERVAL_BYTES) return;
    uncheckedBytes = 0;
    if (process.memoryUsage().arrayBuffers > MAX_BUFFER_BYTES) globalThis.gc?.({ type: 'minor' });
  };
}

/** Age in milliseconds after which the folder of a crashed process is removed. */
const MAX_FOLDER_AGE = 86_400_000;

/** The disk cannot store a file: it is full, read-only or unavailable. */
export class SpoolError extends Error {
  override name = 'SpoolError' as const;

  constructor(cause: Error) {
    super(`An upload cannot be stored on disk: ${cause.message}.`, { cause });
  }
}

/** Wraps errors of the operating system. Other errors are those of the stream. */
const withSpoolError = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? new SpoolError(error) : error;
  });

async function removeAbandonedFolders(parent: string) {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    const age = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > MAX_FOLDER_AGE) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Creates a spool, for uploads in transit, in a new folder below `base` that only this user can read. The folder is created
 * on first use.
 */
export function createSpool(base: string = tmpdir()) {
  let folderPath: Promise<string> | undefined;
  let fileCount = 0;
  const collectBuffers = createBufferCollector();
  const ensureFolder = async () => {
    folderPath ??= mkdtemp(join(base, PREFIX)).then(
      async (path) => {
        await removeAbandonedFolders(base).catch(() => undefined);
        return path;
      },
      (error: unknown) => {
        // Try again next time: the disk may have space by then.
        folderPath = undefined;
        throw error;
      },
    );
    const path = await folderPath;
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const open = () => {
    const paths: string[] = [];
    const activeWrites = new Set<Promise<void>>();
    const writeFile = async (content: Readable) => {
      const parent = await ensureFolder();
      if (content.destroyed) throw new Error('The file is incomplete.');
      fileCount += 1;
      const path = join(parent, String(fileCount));
      paths.push(path);
      const file = createWriteStream(path, FILE_OPTIONS);
      let countedBytes = 0;
      file.on('drain', () => {
        collectBuffers(file.bytesWritten - countedBytes);
        countedBytes = file.bytesWritten;
      });
      const activeWrite = pipeline(content, file);
      activeWrites.add(activeWrite);
      await activeWrite.finally(() => activeWrites.delete(activeWrite));
      return path;
    };
    return {
      /**
       * Writes a stream to disk, with backpressure, and returns the path of the file.
       * @throws SpoolError; the stream's own error.
       */
      write: (content: Readable): Promise<string> => withSpoolError(writeFile(content)),
      /** Like `write`, but returns a blob that reads from the file. */
      add: (content: Readable): Promise<Blob> =>
        withSpoolError(writeFile(content).then((path) => openAsBlob(path))),
      /** Removes the files. Idempotent. */
      release: async (): Promise<void> => {
        // Wait, because a file may still be being opened.
        await Promise.allSettled(activeWrites);
        await Promise.all(paths.splice(0).map((path) => rm(path, { force: true })));
      },
    };
  };
  return {
    open,
    close: async (): Promise<void> => {
      const path = await folderPath?.catch(() => undefined);
      if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

export type Spool = ReturnType<typeof createSpool>;

/** The files of one request, on disk until they are released. */
export type SpooledFiles = ReturnType<Spool['open']>;
