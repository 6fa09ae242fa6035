import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import { BadRequest, PayloadTooLarge, Refusal } from './errors.ts';
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

/** Bytes of a whole form, at most: one image and room for what is around it. */
const MAX_FORM_BYTES = MAX_IMAGE_BYTES + 1024 * 1024;

const tooLarge = () => new PayloadTooLarge('An image has at most 10 MB.');

/** @throws PayloadTooLarge at the first byte over the limit, while the rest is still on its way. */
async function readFile({ file, filename }: MultipartFile): Promise<File> {
  file.once('limit', () => file.destroy(tooLarge()));
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return new File([bytes], filename, { type: checkImage(bytes).type });
}

async function readPart(part: Multipart): Promise<unknown> {
  if (part.type === 'file') return readFile(part);
  if (part.valueTruncated) throw BadRequest.at([part.fieldname], 'This part is too long.');
  return part.value;
}

/**
 * Reads a multipart body into an object, with each file typed by its content.
 * @throws BadRequest for a part given twice or a body that is no form; PayloadTooLarge; Unprocessable for a file that
 * is no image.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge();
  const body = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: FORM_LIMITS })) {
      const { fieldname } = part;
      if (body.has(fieldname)) throw BadRequest.at([fieldname], 'This part is given twice.');
      body.set(fieldname, await readPart(part));
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) {
      throw new PayloadTooLarge('The form has too many parts.');
    }
    throw new BadRequest('The body is not a multipart form that can be read.');
  }
  return Object.fromEntries(body);
}
