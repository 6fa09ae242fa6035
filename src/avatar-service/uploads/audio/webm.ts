import { createView, hasText } from '../read-bytes.ts';
import type { PartCounter, RecordingReader } from './reader.ts';

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

/** Yields the elements inside another, or inside the file. */
function* readElements(
  bytes: Uint8Array,
  { content, end }: Omit<Element, 'id'>,
  parts: PartCounter,
): Generator<Element> {
  for (let at = content; at < end; ) {
    parts.add();
    const element = readElement(bytes, at, end);
    if (!element) return;
    yield element;
    at = element.end;
  }
}

/** Reads an integer, of at most eight bytes. RFC 8794, 7.2. */
const readUnsigned = (bytes: Uint8Array, { content, end }: Element) =>
  end - content > 8
    ? Number.NaN
    : bytes.subarray(content, end).reduce((value, byte) => value * 256 + byte, 0);

function readFloat(bytes: Uint8Array, { content, end }: Element): number | undefined {
  const view = createView(bytes);
  if (end - content === 4) return view.getFloat32(content);
  return end - content === 8 ? view.getFloat64(content) : undefined;
}

/** Reads the duration. Its unit is the timestamp scale, in nanoseconds; the default is a millisecond. */
function readDuration(bytes: Uint8Array, info: Element, parts: PartCounter): number | undefined {
  let length: number | undefined;
  let nanoseconds = 1_000_000;
  for (const element of readElements(bytes, info, parts)) {
    if (element.id === DURATION) length = readFloat(bytes, element);
    if (element.id === TIMESTAMP_SCALE) nanoseconds = readUnsigned(bytes, element);
  }
  return length === undefined ? undefined : (length * nanoseconds) / 1e9;
}

/** Yields whether each of the tracks is an audio track. */
function* readTracks(bytes: Uint8Array, tracks: Element, parts: PartCounter): Generator<boolean> {
  for (const track of readElements(bytes, tracks, parts)) {
    if (track.id !== TRACK_ENTRY) continue;
    for (const element of readElements(bytes, track, parts)) {
      if (element.id === TRACK_TYPE) yield readUnsigned(bytes, element) === SOUND;
    }
  }
}

function readSegment(bytes: Uint8Array, segment: Element, parts: PartCounter) {
  let seconds: number | undefined;
  let hasSound = false;
  for (const element of readElements(bytes, segment, parts)) {
    if (element.id === CLUSTER) break;
    if (element.id === INFO) seconds ??= readDuration(bytes, element, parts);
    if (element.id !== TRACKS) continue;
    for (const isSound of readTracks(bytes, element, parts)) {
      if (!isSound) return undefined;
      hasSound = true;
    }
  }
  return hasSound ? { seconds } : undefined;
}

function isWebm(bytes: Uint8Array, header: Element, parts: PartCounter): boolean {
  for (const { id, content } of readElements(bytes, header, parts)) {
    if (id === DOC_TYPE) return hasText(bytes, 'webm', content);
  }
  return false;
}

/** Reads a WebM file: the header, the type of each track, and the start of the first cluster. */
export const readWebm: RecordingReader = (bytes, parts) => {
  for (const element of readElements(bytes, { content: 0, end: bytes.length }, parts)) {
    if (element.id === EBML && !isWebm(bytes, element, parts)) return undefined;
    if (element.id === SEGMENT) return readSegment(bytes, element, parts);
  }
  return undefined;
};
