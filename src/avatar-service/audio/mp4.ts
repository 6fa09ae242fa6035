import { createView, hasText, MAX_PARTS, type RecordingReader } from './reader.ts';

interface Box {
  readonly at: number;
  /** Offset of its content. */
  readonly content: number;
  readonly end: number;
}

/** Reads the boxes between two offsets. Returns none if one of them is invalid. ISO 14496-12, 4.2. */
function readBoxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = createView(bytes);
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to || boxes.length === MAX_PARTS) return [];
    const short = view.getUint32(at);
    if (short === 1 && at + 16 > to) return [];
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const content = at + (short === 1 ? 16 : 8);
    if (at + size > to || content > at + size) return [];
    boxes.push({ at, content, end: at + size });
    at += size;
  }
  return boxes;
}

/** Finds the direct children of boxes that have a type. */
const findChildren = (bytes: Uint8Array, boxes: readonly Box[], type: string): Box[] =>
  boxes
    .flatMap(({ content, end }) => readBoxes(bytes, content, end))
    .filter(({ at }) => hasText(bytes, type, at + 4));

/** Reads the duration from the movie header, which has 32-bit or 64-bit numbers. ISO 14496-12, 8.2.2. */
function readDuration(bytes: Uint8Array, { content, end }: Box): number | undefined {
  const view = createView(bytes);
  const isLong = bytes[content] === 1;
  if (content + (isLong ? 32 : 20) > end) return undefined;
  const scale = view.getUint32(content + (isLong ? 20 : 12));
  const length = isLong ? Number(view.getBigUint64(content + 24)) : view.getUint32(content + 16);
  // Fragmented files have the duration 0.
  return scale > 0 && length > 0 ? length / scale : undefined;
}

/** Reads an M4A file: the movie header and the type of each track. */
export const readMp4: RecordingReader = (bytes) => {
  const boxes = readBoxes(bytes, 0, bytes.length);
  const movie = boxes.filter(({ at }) => hasText(bytes, 'moov', at + 4));
  const hasData = boxes.some(({ at }) => hasText(bytes, 'mdat', at + 4));
  const [header] = findChildren(bytes, movie, 'mvhd');
  const media = findChildren(bytes, findChildren(bytes, movie, 'trak'), 'mdia');
  const handlers = findChildren(bytes, media, 'hdlr');
  const isSound = ({ content }: Box) => hasText(bytes, 'soun', content + 8);
  if (!header || !hasData || handlers.length === 0 || !handlers.every(isSound)) return undefined;
  return { seconds: readDuration(bytes, header) };
};
