import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { SpooledFiles } from '../../shared/spool.ts';
import { readSlices } from '../file-slices.ts';
import type { NewFile } from '../store/records.ts';
import type { UploadKind } from './upload-kind.ts';

/** An uploaded file on disk, with the media type of its content, as the store takes it. */
export class SpooledUpload extends File implements NewFile {
  readonly path: string;

  constructor(content: Blob, name: string, { type, path }: { type: string; path: string }) {
    super([content], name, { type });
    this.path = path;
  }

  get slices(): AsyncGenerator<Buffer> {
    return readSlices(this.path);
  }
}

/**
 * Writes a file to disk while streaming, then validates it.
 * @throws The errors of `content`, SpoolError, and HttpStatusError if the file is invalid.
 */
export async function spoolUpload(
  content: AsyncIterable<Uint8Array>,
  name: string,
  files: SpooledFiles,
  { check }: UploadKind,
): Promise<SpooledUpload> {
  const path = await files.write(Readable.from(content, { objectMode: false }));
  const type = await check(path, name);
  return new SpooledUpload(await openAsBlob(path), name, { type, path });
}

/** Asserts that a file is a SpooledUpload. @throws TypeError if `readForm` did not create it. */
export function asSpooled(file: File): SpooledUpload {
  if (file instanceof SpooledUpload) return file;
  throw new TypeError('A file that is not on disk cannot be stored.');
}
