import { open } from 'node:fs/promises';
import { FILE_SLICE } from './store/slices.ts';

/** Reads a file in slices of equal size. Each is valid until the next is read. */
export async function* readSlices(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  const buffer = Buffer.allocUnsafeSlow(FILE_SLICE);
  try {
    for (;;) {
      let size = 0;
      while (size < FILE_SLICE) {
        const { bytesRead } = await file.read(buffer, size, FILE_SLICE - size);
        if (bytesRead === 0) break;
        size += bytesRead;
      }
      if (size > 0) yield buffer.subarray(0, size);
      if (size < FILE_SLICE) return;
    }
  } finally {
    await file.close();
  }
}
