import type { FastifyRequest } from 'fastify';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import { BadRequest } from './errors.ts';
import { checkImage } from './image.ts';

/** Bounds of a multipart body, enforced while it streams in. */
export const FORM_LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 2,
  fields: 10,
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 50,
};

/**
 * Reads a multipart body into an object, with each file typed by its content.
 * @throws BadRequest for a part given twice; Unprocessable for a file that is no image.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body = new Map<string, unknown>();
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    // Read before anything is refused: a file left in the stream would hold up the parts behind it.
    const bytes = part.type === 'file' ? await part.toBuffer() : undefined;
    if (body.has(part.fieldname))
      throw BadRequest.at([part.fieldname], 'This part is given twice.');
    if (part.type === 'field') {
      body.set(part.fieldname, part.value);
    } else if (bytes) {
      const { type } = checkImage(bytes);
      body.set(part.fieldname, new File([new Uint8Array(bytes)], part.filename, { type }));
    }
  }
  return Object.fromEntries(body);
}
