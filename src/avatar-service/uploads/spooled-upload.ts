import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import type { SpooledFiles } from '../../shared/spool.ts';
import { type LargeUploadKind, MAX_UPLOAD_BYTES, type SmallUploadKind } from './upload-kind.ts';

/** An uploaded file on disk, with the media type of its content. */
export class SpooledUpload extends File {
  readonly path: string;

  constructor(content: Blob, name: string, { type, path }: { type: string; path: string }) {
    super([content], name, { type });
    this.path = path;
  }
}

/**
 * Writes a file to disk while streaming, then validates it.
 * @throws The errors of `content`, SpoolError, and Unprocessable if the file is invalid.
 */
export type SpoolUpload = (
  content: AsyncIterable<Uint8Array>,
  name: string,
  files: SpooledFiles,
  kind: SmallUploadKind | LargeUploadKind,
) => Promise<SpooledUpload>;

/** Time after which an unused buffer is released, in milliseconds. */
const BUFFER_TIMEOUT = 10_000;

/** Reads uploads one at a time to validate them, so that concurrent requests need the memory of one file. */
export function createSpoolUpload(): SpoolUpload {
  const limit = new ConcurrencyLimit({ maxActive: 1, maxWaiting: Number.POSITIVE_INFINITY });
  // Reused, because one buffer per file would leave 10 MB for the garbage collector.
  let buffer: Buffer | undefined;
  let releaseTimer: NodeJS.Timeout | undefined;

  const readIntoBuffer = async (path: string): Promise<Uint8Array> => {
    const file = await open(path);
    try {
      const { size: needed } = await file.stat();
      // A long recording needs a larger one, until it is released.
      if (!buffer || buffer.length < needed)
        buffer = Buffer.allocUnsafeSlow(Math.max(needed, MAX_UPLOAD_BYTES));
      let size = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, size, buffer.length - size);
        size += bytesRead;
        if (bytesRead === 0 || size === buffer.length) break;
      }
      return new Uint8Array(buffer.buffer, 0, size);
    } finally {
      await file.close();
    }
  };

  const checkInMemory = (path: string, check: SmallUploadKind['check']) =>
    limit.run(async () => {
      clearTimeout(releaseTimer);
      try {
        return await check(await readIntoBuffer(path));
      } finally {
        releaseTimer = setTimeout(() => {
          buffer = undefined;
        }, BUFFER_TIMEOUT).unref();
      }
    });

  return async (content, name, files, kind) => {
    const path = await files.write(Readable.from(content, { objectMode: false }));
    const type =
      'checkFile' in kind
        ? await kind.checkFile(path, name)
        : await checkInMemory(path, kind.check);
    return new SpooledUpload(await openAsBlob(path), name, { type, path });
  };
}

/** Asserts that a file is a SpooledUpload. @throws TypeError if `readForm` did not create it. */
export function asSpooled(file: File): SpooledUpload {
  if (file instanceof SpooledUpload) return file;
  throw new TypeError('A file that is not on disk cannot be stored.');
}
