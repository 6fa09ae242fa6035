import { readFileSync, statSync } from 'node:fs';
import { getErrorCode } from '../../shared/thrown-errors.ts';

/** A file that cannot be read. The message is the end of a sentence about the file, without its content. */
export class FileError extends Error {
  override name = 'FileError' as const;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes the text of a file in UTF-8, without the byte order mark that editors on Windows write.
 * @throws FileError for another encoding. Text in UTF-16 has null bytes.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    const text = UTF8.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw new FileError('is not text in UTF-8');
}

/**
 * Reads a text file of bounded size.
 * @throws FileError if it does not exist, or is something else, such as a named pipe, which could make its reader wait
 * forever.
 */
export function readRegularFile(path: string, maxBytes: number): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new FileError('is not a file');
    if (stats.size > maxBytes) throw new FileError(`is larger than ${maxBytes} bytes`);
    return decodeText(readFileSync(path));
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = getErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new FileError('does not exist');
    throw new FileError(`cannot be read (${code})`, { cause: error });
  }
}
