import { constants, open } from 'node:fs/promises';
import { printableSecret } from '../../shared/settings/setting-types.ts';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';

/** Maximum size of a key file in bytes. */
const MAX_BYTES = 16 * 1024;

/** A key file that cannot be used. The message is the end of a sentence about it, and has nothing of its content. */
export class KeyFileError extends Error {
  override name = 'KeyFileError' as const;
}

/** Reads the text of a file, if it is one: a named pipe or a device could make the reader wait forever. */
async function readText(path: string): Promise<string> {
  // With O_NONBLOCK, to open a named pipe does not wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new KeyFileError('is not a file');
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES + 1), 0, MAX_BYTES + 1, 0);
    if (bytesRead > MAX_BYTES) throw new KeyFileError(`is larger than ${MAX_BYTES} bytes`);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Reads the API key in a file, without spaces and line ends around it. Returns undefined if there is no file.
 * @throws KeyFileError if it is not a key or cannot be read.
 */
export async function readKeyFile(path: string): Promise<Secret | undefined> {
  try {
    const text = (await readText(path)).trim();
    if (text === '') throw new KeyFileError('is empty');
    const key = printableSecret.safeParse(text);
    if (!key.success) throw new KeyFileError(key.error.issues[0]?.message ?? 'is not a key');
    return key.data;
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    const code = getErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new KeyFileError(`cannot be read (${code})`, { cause: error });
  }
}
