import { createView, hasText } from '../read-bytes.ts';
import type { RecordingReader } from './reader.ts';

const FIRST_PAGE = 2;
const HEADER_BYTES = 27;

/** So many segments of a page, which has up to 255, count as another part. */
const SEGMENTS_PER_PART = 32;

/** Reads the first packet of a stream: the sample rate, and the number of samples to skip at the start. */
function readStreamHeader(bytes: Uint8Array, at: number) {
  const view = createView(bytes);
  // Opus always counts at 48 kHz. RFC 7845, 5.1.
  if (hasText(bytes, 'OpusHead', at) && at + 12 <= bytes.length) {
    return { rate: 48_000, skip: view.getUint16(at + 10, true) };
  }
  // Vorbis I, 4.2.2.
  if (hasText(bytes, '\x01vorbis', at) && at + 16 <= bytes.length) {
    return { rate: view.getUint32(at + 12, true), skip: 0 };
  }
  return undefined;
}

/** Reads an Ogg file, page by page. The highest position is the duration. RFC 3533, 6. */
export const readOgg: RecordingReader = (bytes, parts) => {
  const view = createView(bytes);
  let stream: ReturnType<typeof readStreamHeader>;
  let last = 0n;
  let at = 0;
  while (at < bytes.length) {
    parts.add();
    if (at + HEADER_BYTES > bytes.length || !hasText(bytes, 'OggS', at)) return undefined;
    const segments = view.getUint8(at + 26);
    const content = at + HEADER_BYTES + segments;
    let end = content;
    for (let segment = 0; segment < segments; segment += 1) {
      if (segment % SEGMENTS_PER_PART === SEGMENTS_PER_PART - 1) parts.add();
      end += bytes[at + HEADER_BYTES + segment] ?? 0;
    }
    if (end > bytes.length) return undefined;
    if (view.getUint8(at + 5) & FIRST_PAGE) {
      // Only a single audio stream is supported.
      if (stream) return undefined;
      stream = readStreamHeader(bytes, content);
      if (!stream) return undefined;
    }
    const position = view.getBigInt64(at + 6, true);
    if (position > last) last = position;
    at = end;
  }
  if (!stream || stream.rate === 0) return undefined;
  return { seconds: Math.max(0, Number(last) - stream.skip) / stream.rate };
};
