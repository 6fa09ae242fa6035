import { imageDimensionsFromData } from 'image-dimensions';
import { IMAGE_TYPES } from '../../contract/avatar.ts';
import { Unprocessable } from '../errors.ts';
import { isComplete } from './image-integrity.ts';

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
