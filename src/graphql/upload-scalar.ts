import { imageDimensionsFromData } from 'image-dimensions';
import { z } from 'zod';
import { IMAGE_TYPES } from '../contract/avatar.ts';

/** Enough of a file for its header, whatever metadata comes before the dimensions. */
const HEADER_BYTES = 256 * 1024;

const isGeneric = ({ type }: File) => type === '' || type === 'application/octet-stream';

/** Gives a file without a telling type the one that its content shows; the upstream refuses untyped images. */
async function withType(file: File): Promise<File> {
  if (!isGeneric(file)) return file;
  const header = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const found = imageDimensionsFromData(header);
  const type = IMAGE_TYPES.find((known) => known === `image/${found?.type}`);
  return type ? new File([file], file.name, { type }) : file;
}

/**
 * A file rule that is applied after the type is told by content where the sender told none: curl, for one, sends
 * WebP as application/octet-stream.
 */
export const withDetectedType = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((file) => (file instanceof File ? withType(file) : file), schema);
