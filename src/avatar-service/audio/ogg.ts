import { type RecordingReader, spells, viewOf } from './reader.ts';

const BEGINS = 2;
const HEADER = 27;

/** What the first packet of a stream says: samples a second, and those to leave out at the start. */
function streamAt(bytes: Uint8Array, at: number) {
  const view = viewOf(bytes);
  // RFC 7845, 5.1: Opus counts in 48,000ths of a second, whatever it was recorded with.
  if (spells(bytes, 'OpusHead', at) && at + 12 <= bytes.length) {
    return { rate: 48_000, skip: view.getUint16(at + 10, true) };
  }
  // Vorbis I, 4.2.2.
  if (spells(bytes, '\x01vorbis', at) && at + 16 <= bytes.length) {
    return { rate: view.getUint32(at + 12, true), skip: 0 };
  }
  return undefined;
}

/** Page after page to the last, whose position says how long it is. RFC 3533, 6. */
export const readOgg: RecordingReader = (bytes) => {
  const view = viewOf(bytes);
  let stream: ReturnType<typeof streamAt>;
  let last = 0n;
  let at = 0;
  while (at < bytes.length) {
    if (at + HEADER > bytes.length || !spells(bytes, 'OggS', at)) return undefined;
    const segments = view.getUint8(at + 26);
    const content = at + HEADER + segments;
    const lengths = bytes.subarray(at + HEADER, content);
    const end = content + lengths.reduce((sum, length) => sum + length, 0);
    if (lengths.length < segments || end > bytes.length) return undefined;
    if (view.getUint8(at + 5) & BEGINS) {
      // One stream, of sound.
      if (stream) return undefined;
      stream = streamAt(bytes, content);
      if (!stream) return undefined;
    }
    const position = view.getBigInt64(at + 6, true);
    if (position > last) last = position;
    at = end;
  }
  if (!stream || stream.rate === 0) return undefined;
  return { seconds: Math.max(0, Number(last) - stream.skip) / stream.rate };
};
