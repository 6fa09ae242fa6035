import { imageDimensionsFromData } from 'image-dimensions';
import { IMAGE_TYPES } from '../../contract/avatar.ts';
import { MEGABYTE } from '../../contract/file-size.ts';
import { Unprocessable } from '../errors.ts';

/** Maximum number of parts of an image that are looked at, and bytes that may precede its size: more would take long. */
const MAX_PARTS = 100_000;
const MAX_START = MEGABYTE;

/** Names of chunks of a PNG. */
const [IDAT, IEND] = [0x49444154, 0x49454e44];

/** Whether all chunks up to IEND are present, with at least one IDAT chunk. PNG, 5.3. */
function isCompletePng(bytes: Buffer): boolean {
  let hasData = false;
  let at = 8;
  for (let count = 0; count < MAX_PARTS && at + 12 <= bytes.length; count += 1) {
    const name = bytes.readUInt32BE(at + 4);
    if (name === IEND) return hasData;
    const next = at + 12 + bytes.readUInt32BE(at);
    hasData ||= name === IDAT && next <= bytes.length;
    at = next;
  }
  return false;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Whether all segments up to the scan are present, followed by the end marker. ITU T.81, annex B. */
function isCompleteJpeg(bytes: Buffer): boolean {
  let at = 2;
  for (let count = 0; count < MAX_PARTS && at + 4 <= bytes.length; count += 1) {
    if (bytes.readUInt8(at) !== 0xff) return false;
    const marker = bytes.readUInt8(at + 1);
    if (marker === START_OF_SCAN) return bytes.includes(END_OF_IMAGE, at);
    // Markers can be preceded by any number of 0xff fill bytes. All other segments have a length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Whether the file is as long as its RIFF header states. */
const isCompleteWebp = (bytes: Buffer): boolean =>
  bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;

/** Whether an image is complete. They do not decode it, to avoid decompression bombs. */
const COMPLETENESS_CHECKS: Readonly<
  Record<(typeof IMAGE_TYPES)[number], (bytes: Buffer) => boolean>
> = {
  'image/png': isCompletePng,
  'image/jpeg': isCompleteJpeg,
  'image/webp': isCompleteWebp,
};

/** Maximum width and height in pixels. */
const MAX_SIDE = 8192;

const readDimensions = (bytes: Uint8Array) => {
  try {
    return imageDimensionsFromData(bytes.subarray(0, MAX_START));
  } catch {
    return undefined;
  }
};

/**
 * Validates an image by its content, and returns its media type. Specification, "Limits".
 * @throws Unprocessable unless the image is a complete JPEG, PNG or WebP file of at most 8192 by 8192 pixels.
 */
export function checkImage(bytes: Buffer): string {
  const dimensions = readDimensions(bytes);
  const type = IMAGE_TYPES.find((known) => known === `image/${dimensions?.type}`);
  if (!dimensions || !type)
    throw new Unprocessable('The image is not a valid JPEG, PNG or WebP file.');
  const sides = [dimensions.width, dimensions.height];
  if (!sides.every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE)) {
    throw new Unprocessable(
      `The width and height of the image must be between 1 and ${MAX_SIDE} pixels.`,
    );
  }
  if (!COMPLETENESS_CHECKS[type](bytes)) throw new Unprocessable('The image is incomplete.');
  return type;
}
