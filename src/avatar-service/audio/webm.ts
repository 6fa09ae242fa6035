import { MAX_PARTS, type RecordingReader, spells, viewOf } from './reader.ts';

/** Elements of Matroska that are looked at. RFC 9559, 5.1. */
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

/** A number of one to eight bytes, whose leading zeros say how many; with them it is an id. RFC 8794, 4. */
function numberAt(bytes: Uint8Array, at: number, isId: boolean) {
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

/** The element at a place, cut off where its parent ends; one of unknown length goes on to there. */
function elementAt(bytes: Uint8Array, at: number, to: number): Element | undefined {
  const id = numberAt(bytes, at, true);
  const size = id && numberAt(bytes, id.next, false);
  if (!size || size.next > to) return undefined;
  const end = size.isUnknown ? to : size.next + size.value;
  return { id: id.value, content: size.next, end: Math.min(end, to) };
}

/** The elements between two places, up to the first that `isLast`. */
function elementsOf(bytes: Uint8Array, from: number, to: number, isLast?: number): Element[] {
  const elements: Element[] = [];
  for (let at = from; at < to; ) {
    const element = elementAt(bytes, at, to);
    if (!element) break;
    elements.push(element);
    if (element.id === isLast || elements.length === MAX_PARTS) break;
    at = element.end;
  }
  return elements;
}

const childrenOf = (bytes: Uint8Array, elements: readonly Element[], id: number): Element[] =>
  elements
    .filter((element) => element.id === id)
    .flatMap(({ content, end }) => elementsOf(bytes, content, end));

const unsignedOf = (bytes: Uint8Array, { content, end }: Element) =>
  bytes.subarray(content, end).reduce((value, byte) => value * 256 + byte, 0);

function floatOf(bytes: Uint8Array, { content, end }: Element): number | undefined {
  const view = viewOf(bytes);
  if (end - content === 4) return view.getFloat32(content);
  return end - content === 8 ? view.getFloat64(content) : undefined;
}

/** Nanoseconds are what the scale counts in, and a million of them where it is left out. */
function secondsOf(bytes: Uint8Array, segment: readonly Element[]): number | undefined {
  const info = childrenOf(bytes, segment, INFO);
  const duration = info.find(({ id }) => id === DURATION);
  const scale = info.find(({ id }) => id === TIMESTAMP_SCALE);
  const length = duration && floatOf(bytes, duration);
  const nanoseconds = scale ? unsignedOf(bytes, scale) : 1_000_000;
  return length === undefined ? undefined : (length * nanoseconds) / 1e9;
}

/** The header, what each track is of, and the beginning of what is heard. */
export const readWebm: RecordingReader = (bytes) => {
  const top = elementsOf(bytes, 0, bytes.length, SEGMENT);
  const type = childrenOf(bytes, top, EBML).find(({ id }) => id === DOC_TYPE);
  const whole = top.find(({ id }) => id === SEGMENT);
  if (!type || !spells(bytes, 'webm', type.content) || !whole) return undefined;
  const segment = elementsOf(bytes, whole.content, whole.end, CLUSTER);
  const tracks = childrenOf(bytes, segment, TRACKS).filter(({ id }) => id === TRACK_ENTRY);
  const types = childrenOf(bytes, tracks, TRACK_ENTRY).filter(({ id }) => id === TRACK_TYPE);
  const isSound = types.length > 0 && types.every((each) => unsignedOf(bytes, each) === SOUND);
  if (!isSound || segment.at(-1)?.id !== CLUSTER) return undefined;
  return { seconds: secondsOf(bytes, segment) };
};
