import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import { checkImage } from './image.ts';

/** An image of a request, which waits on disk and whose type is that of its content. */
export class SpooledImage extends File {
  readonly path: string;

  constructor(content: Blob, name: string, { type, path }: { type: string; path: string }) {
    super([content], name, { type });
    this.path = path;
  }
}

/** Reads images of any number of requests, one at a time, so that they take the memory of one. */
export interface ImageReader {
  /**
   * Writes an image to disk as it comes, and checks it there.
   * @throws what `content` throws, SpoolError, or Unprocessable for what is no image.
   */
  keep(
    content: AsyncIterable<Uint8Array>,
    name: string,
    files: SpooledFiles,
  ): Promise<SpooledImage>;
  /** Does `work` with all bytes of an image; they are another's when it is done. */
  read<Result>(
    image: Pick<SpooledImage, 'path'>,
    work: (bytes: Uint8Array) => Promise<Result> | Result,
  ): Promise<Result>;
}

/** Milliseconds for which the memory of an image is kept for the next. */
const KEPT = 10_000;

/** Makes the reader of one service. */
export function createImageReader(): ImageReader {
  const limit = pLimit(1);
  // Images come in bursts, and a buffer for each would leave 10 MB to be collected.
  let buffer: Buffer | undefined;
  let letGo: NodeJS.Timeout | undefined;

  const fill = async (path: string): Promise<Uint8Array> => {
    buffer ??= Buffer.allocUnsafeSlow(MAX_IMAGE_BYTES);
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

  const read: ImageReader['read'] = ({ path }, work) =>
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
    keep: async (content, name, files) => {
      const path = await files.write(Readable.from(content, { objectMode: false }));
      const { type } = await read({ path }, checkImage);
      return new SpooledImage(await openAsBlob(path), name, { type, path });
    },
  };
}
