import { imageDimensionsFromData } from 'image-dimensions';
import { IMAGE_TYPES } from '../../contract/avatar.ts';
import { Unprocessable } from '../errors.ts';

/** Returns a view that reads numbers from bytes. */
const createView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Whether the bytes at an offset are those of an ASCII text. */
function hasText(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

type ImageType = (typeof IMAGE_TYPES)[number];

/** Whether all chunks up to IEND are present, with at least one IDAT chunk. PNG, 5.3. */
function isCompletePng(bytes: Uint8Array): boolean {
  const view = createView(bytes);
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (hasText(bytes, 'IEND', at + 4)) return hasData;
    hasData ||= hasText(bytes, 'IDAT', at + 4) && at + 12 + view.getUint32(at) <= bytes.length;
  }
  return false;
}

const [START_OF_SCAN, END_OF_IMAGE] = [0xda, 0xd9];

/** Whether all segments up to the scan are present, followed by the end marker. ITU T.81, annex B. */
function isCompleteJpeg(bytes: Uint8Array): boolean {
  const view = createView(bytes);
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) {
      return Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.length - at).includes(
        Buffer.from([0xff, END_OF_IMAGE]),
      );
    }
    // Markers can be preceded by any number of 0xff fill bytes. All other segments have a length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return false;
}

/** Whether the file is as long as its RIFF header states. */
const isCompleteWebp = (bytes: Uint8Array): boolean =>
  bytes.length >= 12 && createView(bytes).getUint32(4, true) + 8 <= bytes.length;

const COMPLETENESS_CHECKS: Readonly<Record<ImageType, (bytes: Uint8Array) => boolean>> = {
  'image/png': isCompletePng,
  'image/jpeg': isCompleteJpeg,
  'image/webp': isCompleteWebp,
};

/** Whether an image is complete. It does not decode the image, to avoid decompression bombs. */
const isComplete = (type: ImageType, bytes: Uint8Array): boolean =>
  COMPLETENESS_CHECKS[type](bytes);

/** Maximum width and height in pixels. */
const MAX_SIDE = 8192;

const readDimensions = (bytes: Uint8Array) => {
  try {
    return imageDimensionsFromData(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Validates an image by its content, and returns its media type. The file name and the declared type are ignored. Specification, "Limits".
 * @throws Unprocessable unless the image is a complete JPEG, PNG or WebP file of at most 8192 by 8192 pixels.
 */
export function checkImage(bytes: Uint8Array): string {
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
  if (!isComplete(type, bytes)) throw new Unprocessable('The image is incomplete.');
  return type;
}
