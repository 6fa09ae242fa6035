import {
  brotliDecompressSync,
  gunzipSync,
  inflateSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { errors as undici } from 'undici';

/** The body of an answer is not in the content coding that its header names, or in one that nobody knows here. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError';
}

type Decode = (body: Buffer, options: Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>) => Buffer;

const DECODERS: Record<string, Decode> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Large enough that most pages of a list are decoded in one piece. */
const CHUNK_SIZE = 64 * 1024;

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/**
 * Decodes a whole body by its Content-Encoding: gzip, deflate, br or zstd, to at most `maxBytes`. At once, because a page of
 * 100 personas takes 0.1 ms, and a stream and its turns of the event loop would take longer.
 * @throws ResponseExceededMaxSizeError; DecodingError for a body that is not in that coding, and for any other coding.
 */
export function decode(body: Buffer, contentEncoding: string, maxBytes: number): Buffer {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (!decoder) throw new DecodingError('The content coding is not supported.');
  try {
    return decoder(body, { maxOutputLength: maxBytes, chunkSize: CHUNK_SIZE });
  } catch (cause) {
    if (isTooLarge(cause)) throw new undici.ResponseExceededMaxSizeError();
    throw new DecodingError('The body cannot be decoded.', { cause });
  }
}
