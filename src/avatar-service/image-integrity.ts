import type { IMAGE_TYPES } from '../contract/avatar.ts';

type ImageType = (typeof IMAGE_TYPES)[number];

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

const textAt = (bytes: Uint8Array, offset: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + offset, 4).toString('latin1');

/** Chunk after chunk to the last, and data among them. PNG, 5.3. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = textAt(bytes, at + 4);
    if (type === 'IEND') return hasData;
    hasData ||= type === 'IDAT' && at + 12 + view.getUint32(at) <= bytes.length;
  }
  return false;
}

const [START_OF_SCAN, END_OF_IMAGE] = [0xda, 0xd9];

/** Segment after segment to the picture itself, and its end after that. ITU T.81, annex B. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    if (marker === START_OF_SCAN) {
      return Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.length - at).includes(
        Buffer.from([0xff, END_OF_IMAGE]),
      );
    }
    // A 0xff may stand before a marker as often as it likes; every other segment tells its length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return false;
}

/** As many bytes as its header announces. RIFF. */
const isWholeWebp = (bytes: Uint8Array): boolean =>
  bytes.length >= 12 && viewOf(bytes).getUint32(4, true) + 8 <= bytes.length;

const WHOLE: Readonly<Record<ImageType, (bytes: Uint8Array) => boolean>> = {
  'image/png': isWholePng,
  'image/jpeg': isWholeJpeg,
  'image/webp': isWholeWebp,
};

/** Whether an image of that type is there to its end. Nothing is decoded, so that nothing can unfold in here. */
export const isComplete = (type: ImageType, bytes: Uint8Array): boolean => WHOLE[type](bytes);
