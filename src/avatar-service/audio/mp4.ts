import { MAX_PARTS, type RecordingReader, spells, viewOf } from './reader.ts';

interface Box {
  readonly at: number;
  /** Where its content begins. */
  readonly content: number;
  readonly end: number;
}

/** The boxes between two places; none of them where one does not fit. ISO 14496-12, 4.2. */
function boxesOf(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = viewOf(bytes);
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

/** Those of a kind, directly within others. */
const within = (bytes: Uint8Array, boxes: readonly Box[], kind: string): Box[] =>
  boxes
    .flatMap(({ content, end }) => boxesOf(bytes, content, end))
    .filter(({ at }) => spells(bytes, kind, at + 4));

/** Its length, as the header of the film says it: 32 or 64 bits. ISO 14496-12, 8.2.2. */
function secondsOf(bytes: Uint8Array, { content, end }: Box): number | undefined {
  const view = viewOf(bytes);
  const isLong = bytes[content] === 1;
  if (content + (isLong ? 32 : 20) > end) return undefined;
  const scale = view.getUint32(content + (isLong ? 20 : 12));
  const length = isLong ? Number(view.getBigUint64(content + 24)) : view.getUint32(content + 16);
  // A file that is made of fragments does not tell.
  return scale > 0 && length > 0 ? length / scale : undefined;
}

/** Box within box: the header, and what each track is of. */
export const readMp4: RecordingReader = (bytes) => {
  const whole = boxesOf(bytes, 0, bytes.length);
  const film = whole.filter(({ at }) => spells(bytes, 'moov', at + 4));
  const hasData = whole.some(({ at }) => spells(bytes, 'mdat', at + 4));
  const [header] = within(bytes, film, 'mvhd');
  const media = within(bytes, within(bytes, film, 'trak'), 'mdia');
  const handlers = within(bytes, media, 'hdlr');
  const isSound = ({ content }: Box) => spells(bytes, 'soun', content + 8);
  if (!header || !hasData || handlers.length === 0 || !handlers.every(isSound)) return undefined;
  return { seconds: secondsOf(bytes, header) };
};
