import { crc32 } from 'node:zlib';

/** Images of 64 x 64 pixels in one color. */
const SQUARES = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAn0lEQVRoge2SQQkAQRDDqrNKTk6kroh7hIFCBKSh6cdpoht0A9ArdhfiLtENugHoFbsLcZfoBt0A9IrdhbhLdINuAHrF7kLcJbpBNwC9Ynch7hLdoBuAXrG7EHeJbtANQK/YXYi7RDfoBqBX7C7EXaIbdAPQK3YX4i7RDboB6BW7C3GX6AbdAPSK3YW4S3SDbgB6xe5C3CW6QTcAveIfHoJAIVpiHDLCAAAAAElFTkSuQmCC',
  jpeg: '/9j/2wBDABAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////2wBDARAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////wgARCABAAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAVAQEBAAAAAAAAAAAAAAAAAAAABP/aAAwDAQACEAMQAAAAiLJgAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAE/AAH/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAECAQE/AAf/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAEDAQE/AAf/2Q==',
  webp: 'UklGRkwAAABXRUJQVlA4IEAAAADQAwCdASpAAEAAPm02mEkkIyKhIggAgA2JaQB2AAAjPuOsAFeIUwAA/uC5f/ySPVzHQf+u8Wkt5KaUwoAQAAAA',
  gif: 'R0lGODlhQABAAIAAAExpcVp4oCH5BAUAAAAALAAAAABAAEAAAAJFjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNf2jef6zvf+DwwKh8Si8YhMKpfMpvMJjUqn1Kr1is1qt9yuN1AAADs=',
};

/** Formats of these images. The specification does not accept GIF. */
export type Format = keyof typeof SQUARES;

const readImage = (format: Format) => Buffer.from(SQUARES[format], 'base64');

/** A small image as a file. */
export const image = (format: Format): File =>
  new File([readImage(format)], `square.${format}`, { type: `image/${format}` });

/** Size of the last chunk of a PNG, and of any chunk without its data, in bytes. */
const CHUNK = 12;

/** Creates a valid PNG of `size` bytes, with a private chunk that readers ignore. */
export function createPng(size: number): File {
  const png = readImage('png');
  const filler = Buffer.alloc(size - png.length);
  filler.writeUInt32BE(filler.length - CHUNK, 0);
  filler.write('fiLl', 4, 'latin1');
  filler.writeUInt32BE(crc32(filler.subarray(4, -4)), filler.length - 4);
  const parts = [png.subarray(0, -CHUNK), filler, png.subarray(-CHUNK)];
  return new File(parts, 'large.png', { type: 'image/png' });
}
