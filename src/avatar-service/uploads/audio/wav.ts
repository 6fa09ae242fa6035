import { createView, hasText } from '../read-bytes.ts';
import type { RecordingReader } from './reader.ts';

/** Reads a WAV file, chunk by chunk: the format with the byte rate, and the data. RIFF. */
export const readWav: RecordingReader = (bytes, parts) => {
  const view = createView(bytes);
  let byteRate = 0;
  let data: number | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    parts.add();
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) return undefined;
    if (hasText(bytes, 'fmt ', at) && size >= 16) byteRate = view.getUint32(at + 16, true);
    if (hasText(bytes, 'data', at)) data ??= size;
    at += 8 + size + (size % 2);
  }
  return byteRate > 0 && data !== undefined ? { seconds: data / byteRate } : undefined;
};
