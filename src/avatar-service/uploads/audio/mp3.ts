import { hasText } from '../read-bytes.ts';
import type { RecordingReader } from './reader.ts';

/** Bit rates of layer III in kbit/s by index: MPEG 1, then MPEG 2 and 2.5. ISO 11172-3, 2.4.2.3; ISO 13818-3, 2.4.2.3. */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Sample rates of MPEG 1 in Hz by index. MPEG 2 has half of them, MPEG 2.5 a quarter. */
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** Maximum number of bytes after the last frame. Some programs write tags there. */
const LARGEST_TRAILER = 64 * 1024;

/** Reads the header of a frame: its length in bytes and its duration. Returns undefined if there is no frame. */
function readFrame(bytes: Uint8Array, at: number) {
  const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const isFirst = version === 3;
  const bitRate = BIT_RATES[isFirst ? 0 : 1][third >> 4];
  const base = SAMPLE_RATES[(third >> 2) & 3];
  // Version 1 is reserved. With bit rate 0, the length is unknown.
  if (version === 1 || !bitRate || !base) return undefined;
  const sampleRate = base / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const length = Math.floor(((samples / 8) * bitRate * 1000) / sampleRate) + padding;
  return { length, seconds: samples / sampleRate };
}

/** Returns the offset of the first frame, after an ID3 tag. The tag's length has 7 bits per byte. ID3v2, 3.1. */
function findFirstFrame(bytes: Uint8Array): number {
  if (!hasText(bytes, 'ID3')) return 0;
  return bytes.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) + 10;
}

/**
 * Reads an MP3 file, frame by frame. Each lasts at least 24 ms, so a file with too many frames is too long, and the rest of
 * it does not matter.
 */
export const readMp3: RecordingReader = (bytes, parts) => {
  let at = findFirstFrame(bytes);
  let seconds = 0;
  let frames = 0;
  for (let frame = readFrame(bytes, at); frame; frame = readFrame(bytes, at)) {
    if (at + frame.length > bytes.length) break;
    if (parts.isFull) return { seconds };
    parts.add();
    at += frame.length;
    seconds += frame.seconds;
    frames += 1;
  }
  return frames > 1 && bytes.length - at <= LARGEST_TRAILER ? { seconds } : undefined;
};
