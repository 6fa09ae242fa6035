import type { IMAGE_TYPES } from '../../contract/avatar.ts';
import { createView, hasText } from './read-bytes.ts';

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
export const isComplete = (type: ImageType, bytes: Uint8Array): boolean =>
  COMPLETENESS_CHECKS[type](bytes);
