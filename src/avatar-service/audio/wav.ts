import { type RecordingReader, spells, viewOf } from './reader.ts';

/** Chunk after chunk: the format, which says how many bytes a second has, and the data. RIFF. */
export const readWav: RecordingReader = (bytes) => {
  const view = viewOf(bytes);
  let byteRate = 0;
  let data: number | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) return undefined;
    if (spells(bytes, 'fmt ', at) && size >= 16) byteRate = view.getUint32(at + 16, true);
    if (spells(bytes, 'data', at)) data ??= size;
    at += 8 + size + (size % 2);
  }
  return byteRate > 0 && data !== undefined ? { seconds: data / byteRate } : undefined;
};
