import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { SpooledFiles } from '../shared/spool.ts';
import { MAX_UPLOAD_BYTES, type UploadKind } from './upload-kind.ts';

/** A file of a request, which waits on disk and whose type is that of its content. */
export class SpooledUpload extends File {
  readonly path: string;

  constructor(content: Blob, name: string, { type, path }: { type: string; path: string }) {
    super([content], name, { type });
    this.path = path;
  }
}

/** Reads files of any number of requests, one at a time, so that they take the memory of one. */
export interface UploadReader {
  /**
   * Writes a file to disk as it comes, and checks it there.
   * @throws what `content` throws, SpoolError, or Unprocessable for what is not of that kind.
   */
  keep(
    content: AsyncIterable<Uint8Array>,
    name: string,
    files: SpooledFiles,
    kind: UploadKind,
  ): Promise<SpooledUpload>;
  /** Does `work` with all bytes of a file; they are another's when it is done. */
  read<Result>(
    file: Pick<SpooledUpload, 'path'>,
    work: (bytes: Uint8Array) => Promise<Result> | Result,
  ): Promise<Result>;
}

/** Milliseconds for which the memory of a file is kept for the next. */
const KEPT = 10_000;

/** Makes the reader of one service. */
export function createUploadReader(): UploadReader {
  const limit = pLimit(1);
  // Files come in bursts, and a buffer for each would leave 10 MB to be collected.
  let buffer: Buffer | undefined;
  let letGo: NodeJS.Timeout | undefined;

  const fill = async (path: string): Promise<Uint8Array> => {
    buffer ??= Buffer.allocUnsafeSlow(MAX_UPLOAD_BYTES);
    const file = await open(path);
    try {
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

  const read: UploadReader['read'] = ({ path }, work) =>
    limit(async () => {
      clearTimeout(letGo);
      try {
        return await work(await fill(path));
      } finally {
        letGo = setTimeout(() => {
          buffer = undefined;
        }, KEPT).unref();
      }
    });

  return {
    read,
    keep: async (content, name, files, kind) => {
      const path = await files.write(Readable.from(content, { objectMode: false }));
      const type = await read({ path }, kind.check);
      return new SpooledUpload(await openAsBlob(path), name, { type, path });
    },
  };
}

/** @throws TypeError for a file that was not read by our own reader of forms. */
export function asSpooled(file: File): SpooledUpload {
  if (file instanceof SpooledUpload) return file;
  throw new TypeError('A file that is not on disk cannot be kept.');
}
