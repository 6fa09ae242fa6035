import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = 'avatar-graphql-uploads-';

/** Files are new, for this user alone, and few bytes of each wait in memory. */
const FILE = { flags: 'wx', mode: 0o600, highWaterMark: 16 * 1024 };

/** Milliseconds after which the folder of a process that did not end well is removed by the next one. */
const ABANDONED_AFTER = 86_400_000;

/** The disk does not take a file: it is full, may not be written to, or is away. */
export class SpoolError extends Error {
  override name = 'SpoolError' as const;

  constructor(cause: Error) {
    super(`An upload cannot be kept on disk: ${cause.message}.`, { cause });
  }
}

/** Failures of the operating system; others are those of the stream that is written. */
const ofDisk = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error ? new SpoolError(error) : error;

/** Files of one request, on disk until they are let go of. */
export interface SpooledFiles {
  /**
   * Writes a stream to disk as fast as the disk takes it, and answers the path of the file.
   * @throws SpoolError; the stream's own error.
   */
  write(content: Readable): Promise<string>;
  /** The same, and answers a blob that is read from there. */
  add(content: Readable): Promise<Blob>;
  /** Removes the files. Does nothing the second time. */
  release(): Promise<void>;
}

/** A folder for what is on its way through. */
export interface Spool {
  open(): SpooledFiles;
  /** Removes the folder. */
  close(): Promise<void>;
}

async function removeAbandoned(parent: string) {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    const age = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_AFTER) await rm(folder, { recursive: true, force: true });
  }
}

/** A spool in a new folder, which only this user can read, below `base`; made when it is first needed. */
export function createSpool(base: string = tmpdir()): Spool {
  let made: Promise<string> | undefined;
  let count = 0;
  const folder = async () => {
    made ??= mkdtemp(join(base, PREFIX)).then(
      async (path) => {
        await removeAbandoned(base).catch(() => undefined);
        return path;
      },
      (error: unknown) => {
        // A disk that has room again is used again.
        made = undefined;
        throw error;
      },
    );
    const path = await made;
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    open: () => {
      const paths: string[] = [];
      const writing = new Set<Promise<void>>();
      const write = async (content: Readable) => {
        const parent = await folder();
        if (content.destroyed) throw new Error('The file ended before it was whole.');
        count += 1;
        const path = join(parent, String(count));
        paths.push(path);
        const file = createWriteStream(path, FILE);
        const written = pipeline(content, file);
        writing.add(written);
        await written.finally(() => writing.delete(written));
        return path;
      };
      const explained = <Value>(work: Promise<Value>) =>
        work.catch((error: unknown) => {
          throw ofDisk(error);
        });
      return {
        write: (content) => explained(write(content)),
        add: (content) => explained(write(content).then((path) => openAsBlob(path))),
        release: async () => {
          // A file that is being opened is there a moment later.
          await Promise.allSettled(writing);
          await Promise.all(paths.splice(0).map((path) => rm(path, { force: true })));
        },
      };
    },
    close: async () => {
      const path = await made?.catch(() => undefined);
      if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  };
}
