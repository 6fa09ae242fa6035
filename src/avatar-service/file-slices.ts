import { open } from 'node:fs/promises';
import { NotFound } from './errors.ts';
import { FILE_SLICE } from './store/files.ts';
import type { FileTables } from './store/records.ts';

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

/**
 * Reads bytes of a file of the store in slices, from an offset up to another.
 * @throws NotFound if the file is removed meanwhile.
 */
export async function* readStored(
  { readFileSlice }: FileTables,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const slice = await readFileSlice(id, at);
    if (!slice?.length) throw new NotFound('The file was removed while it was read.');
    yield slice.subarray(0, to - at);
    at += slice.length;
  }
}
