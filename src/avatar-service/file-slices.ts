import { open } from 'node:fs/promises';
import { FILE_SLICE } from './store/slices.ts';

/**
 * Reads a file in slices of `bytes` bytes; the last one is smaller. Each is valid until the next is read. Default: the
 * slices of the store.
 */
export async function* readSlices(path: string, bytes = FILE_SLICE): AsyncGenerator<Buffer> {
  const file = await open(path);
  const buffer = Buffer.allocUnsafeSlow(bytes);
  try {
    for (;;) {
      let size = 0;
      while (size < bytes) {
        const { bytesRead } = await file.read(buffer, size, bytes - size);
        if (bytesRead === 0) break;
        size += bytesRead;
      }
      if (size > 0) yield buffer.subarray(0, size);
      if (size < bytes) return;
    }
  } finally {
    await file.close();
  }
}
