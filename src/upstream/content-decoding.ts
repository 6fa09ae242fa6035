// Not by name, because older versions of Node.js would fail before they could say that they are too old.
import zlib, { type ZlibOptions } from 'node:zlib';
import { getErrorCode } from '../shared/thrown-errors.ts';
import { DecodingError, TooLargeError } from './errors.ts';

type Decode = (body: Buffer, options: Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>) => Buffer;

const DECODERS = new Map<string, Decode>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ['zstd', zlib.zstdDecompressSync],
]);

/** Maximum number of codings of one body. */
const MAX_CODINGS = 3;

/** Large enough to decode most list pages in one chunk. */
const CHUNK_SIZE = 64 * 1024;

function decode(body: Buffer, decoder: Decode, maxBytes: number): Buffer {
  try {
    return decoder(body, { maxOutputLength: maxBytes, chunkSize: CHUNK_SIZE });
  } catch (cause) {
    if (getErrorCode(cause) === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeError();
    throw new DecodingError('The body cannot be decoded.', { cause });
  }
}

/**
 * Decodes a complete body by its Content-Encoding, the last coding first, and as UTF-8 without a byte order mark. What is
 * no known coding changes nothing: services also name a character set there, or `none`. Synchronous, because a page of
 * 100 personas takes 0.1 ms and a stream would take longer.
 * @throws TooLargeError beyond `maxBytes`; DecodingError for an invalid body or too many codings.
 */
export function decodeText(
  body: Buffer,
  contentEncoding: string | string[] | undefined,
  maxBytes: number,
): string {
  const decoders = String(contentEncoding ?? '')
    .split(',')
    .flatMap((coding) => DECODERS.get(coding.trim().toLowerCase()) ?? []);
  if (decoders.length > MAX_CODINGS) throw new DecodingError('The body has too many codings.');
  let decoded = body;
  for (const decoder of body.length === 0 ? [] : decoders.reverse())
    decoded = decode(decoded, decoder, maxBytes);
  const text = decoded.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
