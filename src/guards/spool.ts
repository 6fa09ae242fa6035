import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = 'avatar-graphql-uploads-';

/** Milliseconds after which the folder of a process that did not end well is removed by the next one. */
const ABANDONED_AFTER = 86_400_000;

/** Files of one request, on disk until they are let go of. */
export interface SpooledFiles {
  /** Writes a stream to disk as fast as the disk takes it, and answers a blob that is read from there. */
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
    made ??= mkdtemp(join(base, PREFIX)).then(async (path) => {
      await removeAbandoned(base).catch(() => undefined);
      return path;
    });
    const path = await made;
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    open: () => {
      const paths: string[] = [];
      const writing = new Set<Promise<void>>();
      return {
        add: async (content) => {
          const parent = await folder();
          if (content.destroyed) throw new Error('The file ended before it was whole.');
          count += 1;
          const path = join(parent, String(count));
          paths.push(path);
          const written = pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
          writing.add(written);
          await written.finally(() => writing.delete(written));
          return openAsBlob(path);
        },
        release: async () => {
          // A file that is being opened is there a moment later.
          await Promise.allSettled(writing);
          await Promise.all(paths.splice(0).map((path) => rm(path, { force: true })));
        },
      };
    },
    close: async () => {
      if (made) await rm(await made, { recursive: true, force: true });
    },
  };
}
