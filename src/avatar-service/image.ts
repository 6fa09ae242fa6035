import { imageDimensionsFromData } from 'image-dimensions';
import { IMAGE_TYPES } from '../contract/avatar.ts';
import { Unprocessable } from './errors.ts';
import { isComplete } from './image-integrity.ts';
import type { Media } from './store/store.ts';

/** Pixels a side, at most. */
const MAX_SIDE = 8192;

const read = (bytes: Uint8Array) => {
  try {
    return imageDimensionsFromData(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Checks an image by its content; what it is called or said to be does not count. Specification, "Limits".
 * @throws Unprocessable for anything but a JPEG, PNG or WebP that is there to its end, whose header can be
 * read and whose sides are sane.
 */
export function checkImage(bytes: Uint8Array): Media {
  const found = read(bytes);
  const type = IMAGE_TYPES.find((known) => known === `image/${found?.type}`);
  if (!found || !type) throw new Unprocessable('The image is not a valid JPEG, PNG or WebP file.');
  const sides = [found.width, found.height];
  if (!sides.every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE)) {
    throw new Unprocessable(
      `The width and height of the image must be between 1 and ${MAX_SIDE} pixels.`,
    );
  }
  if (!isComplete(type, bytes)) throw new Unprocessable('The image is incomplete.');
  return { bytes, type };
}
