import { createView, hasText, MAX_PARTS, type RecordingReader } from './reader.ts';

/** Ids of Matroska elements. RFC 9559, 5.1. */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;

const SOUND = 2;

interface Element {
  readonly id: number;
  readonly content: number;
  readonly end: number;
}

/** Reads a number of one to eight bytes. Its leading zeros encode the length and are part of an id. RFC 8794, 4. */
function readNumber(bytes: Uint8Array, at: number, isId: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  let value = isId ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, next: at + length, isUnknown };
}

/** Reads an element. An element that is too long, or whose length is unknown, ends with its parent. */
function readElement(bytes: Uint8Array, at: number, to: number): Element | undefined {
  const id = readNumber(bytes, at, true);
  const size = id && readNumber(bytes, id.next, false);
  if (!size || size.next > to) return undefined;
  const end = size.isUnknown ? to : size.next + size.value;
  return { id: id.value, content: size.next, end: Math.min(end, to) };
}

/** Reads the elements between two offsets, up to the first with the id `lastId`. */
function readElements(bytes: Uint8Array, from: number, to: number, lastId?: number): Element[] {
  const elements: Element[] = [];
  for (let at = from; at < to; ) {
    const element = readElement(bytes, at, to);
    if (!element) break;
    elements.push(element);
    if (element.id === lastId || elements.length === MAX_PARTS) break;
    at = element.end;
  }
  return elements;
}

const findChildren = (bytes: Uint8Array, elements: readonly Element[], id: number): Element[] =>
  elements
    .filter((element) => element.id === id)
    .flatMap(({ content, end }) => readElements(bytes, content, end));

const readUnsigned = (bytes: Uint8Array, { content, end }: Element) =>
  bytes.subarray(content, end).reduce((value, byte) => value * 256 + byte, 0);

function readFloat(bytes: Uint8Array, { content, end }: Element): number | undefined {
  const view = createView(bytes);
  if (end - content === 4) return view.getFloat32(content);
  return end - content === 8 ? view.getFloat64(content) : undefined;
}

/** Reads the duration. Its unit is the timestamp scale, in nanoseconds; the default is a millisecond. */
function readDuration(bytes: Uint8Array, segment: readonly Element[]): number | undefined {
  const info = findChildren(bytes, segment, INFO);
  const duration = info.find(({ id }) => id === DURATION);
  const scale = info.find(({ id }) => id === TIMESTAMP_SCALE);
  const length = duration && readFloat(bytes, duration);
  const nanoseconds = scale ? readUnsigned(bytes, scale) : 1_000_000;
  return length === undefined ? undefined : (length * nanoseconds) / 1e9;
}

/** Reads a WebM file: the header, the type of each track, and the start of the first cluster. */
export const readWebm: RecordingReader = (bytes) => {
  const top = readElements(bytes, 0, bytes.length, SEGMENT);
  const type = findChildren(bytes, top, EBML).find(({ id }) => id === DOC_TYPE);
  const root = top.find(({ id }) => id === SEGMENT);
  if (!type || !hasText(bytes, 'webm', type.content) || !root) return undefined;
  const segment = readElements(bytes, root.content, root.end, CLUSTER);
  const tracks = findChildren(bytes, segment, TRACKS).filter(({ id }) => id === TRACK_ENTRY);
  const types = findChildren(bytes, tracks, TRACK_ENTRY).filter(({ id }) => id === TRACK_TYPE);
  const isSound = types.length > 0 && types.every((each) => readUnsigned(bytes, each) === SOUND);
  if (!isSound || segment.at(-1)?.id !== CLUSTER) return undefined;
  return { seconds: readDuration(bytes, segment) };
};
