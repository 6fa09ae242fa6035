import { createView, hasText } from '../read-bytes.ts';
import { createUnreadableError, type PartCounter, type RecordingReader } from './reader.ts';

interface Box {
  readonly type: string;
  /** Offsets of its content. */
  readonly from: number;
  readonly to: number;
}

/** Yields the boxes inside another, or inside the file. ISO 14496-12, 4.2. @throws Unprocessable if one is invalid. */
function* readBoxes(
  bytes: Uint8Array,
  { from, to }: Omit<Box, 'type'>,
  parts: PartCounter,
): Generator<Box> {
  const view = createView(bytes);
  for (let at = from; at < to; ) {
    parts.add();
    if (at + 8 > to) throw createUnreadableError();
    const short = view.getUint32(at);
    if (short === 1 && at + 16 > to) throw createUnreadableError();
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const content = at + (short === 1 ? 16 : 8);
    if (at + size > to || content > at + size) throw createUnreadableError();
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { type, from: content, to: at + size };
    at += size;
  }
}

/** Reads the duration from the movie header, which has 32-bit or 64-bit numbers. ISO 14496-12, 8.2.2. */
function readDuration(bytes: Uint8Array, { from, to }: Box): number | undefined {
  const view = createView(bytes);
  const isLong = bytes[from] === 1;
  if (from + (isLong ? 32 : 20) > to) return undefined;
  const scale = view.getUint32(from + (isLong ? 20 : 12));
  const length = isLong ? Number(view.getBigUint64(from + 24)) : view.getUint32(from + 16);
  // Fragmented files have the duration 0.
  return scale > 0 && length > 0 ? length / scale : undefined;
}

/** Yields whether each handler of a track is one of sound. */
function* readHandlers(bytes: Uint8Array, track: Box, parts: PartCounter): Generator<boolean> {
  for (const media of readBoxes(bytes, track, parts)) {
    if (media.type !== 'mdia') continue;
    for (const { type, from } of readBoxes(bytes, media, parts)) {
      if (type === 'hdlr') yield hasText(bytes, 'soun', from + 8);
    }
  }
}

/** Reads an M4A file: the movie header and the type of each track. */
export const readMp4: RecordingReader = (bytes, parts) => {
  let header: Box | undefined;
  let hasSound = false;
  let hasData = false;
  for (const box of readBoxes(bytes, { from: 0, to: bytes.length }, parts)) {
    hasData ||= box.type === 'mdat';
    if (box.type !== 'moov') continue;
    for (const child of readBoxes(bytes, box, parts)) {
      if (child.type === 'mvhd') header ??= child;
      if (child.type !== 'trak') continue;
      for (const isSound of readHandlers(bytes, child, parts)) {
        if (!isSound) return undefined;
        hasSound = true;
      }
    }
  }
  return header && hasData && hasSound ? { seconds: readDuration(bytes, header) } : undefined;
};
