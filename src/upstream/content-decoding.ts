// Not by name, because older versions of Node.js would fail before they could say that they are too old.
import zlib, { type ZlibOptions } from 'node:zlib';
import { errors as undici } from 'undici';
import { getErrorCode } from '../shared/thrown-errors.ts';

/** The content coding of a response is not supported, or its body does not match it. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError';
}

type Decode = (body: Buffer, options: Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>) => Buffer;

const DECODERS: Record<string, Decode> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
};

/** Large enough to decode most list pages in one chunk. */
const CHUNK_SIZE = 64 * 1024;

const isTooLarge = (error: unknown) => getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE';

/**
 * Decodes a complete body by its Content-Encoding: gzip, deflate, br or zstd. Synchronous, because a page of 100 personas
 * takes 0.1 ms and a stream would take longer.
 * @throws ResponseExceededMaxSizeError beyond `maxBytes`; DecodingError for an invalid body or another coding.
 */
function decode(body: Buffer, contentEncoding: string, maxBytes: number): Buffer {
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

/**
 * Decodes a complete body as UTF-8, without a byte order mark.
 * @throws as `decode` does.
 */
export function decodeText(
  body: Buffer,
  contentEncoding: string | string[] | undefined,
  maxBytes: number,
): string {
  const decoded =
    contentEncoding === undefined ? body : decode(body, String(contentEncoding), maxBytes);
  const text = decoded.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
