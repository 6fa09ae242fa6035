import { finished } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { SpoolError, type SpooledFiles } from '../shared/spool.ts';
import { BadRequest, PayloadTooLarge, Refusal, RequestTimeout } from './errors.ts';
import type { UploadReader } from './spooled-upload.ts';
import { kindOfPart, MAX_UPLOAD_BYTES } from './upload-kind.ts';

/** Bounds of a multipart body, enforced while it streams in. */
export const FORM_LIMITS = {
  fileSize: MAX_UPLOAD_BYTES,
  files: 2,
  fields: 10,
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 50,
};

/** Bytes of a whole form, at most: one file and room for what is around it. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 1024 * 1024;

/** Milliseconds between two pieces of a form, at most. */
const IDLE = 15_000;

/** What forms are read with. */
export interface FormReading {
  readonly reader: UploadReader;
  /** Where files of this form go. */
  readonly files: SpooledFiles;
  /** Milliseconds between two pieces of the form, at most. Default 15,000. */
  readonly idle?: number | undefined;
}

const tooLarge = (what: string) =>
  new PayloadTooLarge(
    `${what.charAt(0).toUpperCase()}${what.slice(1)} has at most ${MAX_UPLOAD_BYTES / 1024 / 1024} MB.`,
  );

/**
 * Keeps a file. One that no form of ours has is read and dropped: the schema of the form refuses it by its name.
 * @throws PayloadTooLarge at the first byte over the limit, while the rest is still on its way.
 */
async function readFile(
  { file, filename, fieldname }: MultipartFile,
  { reader, files }: FormReading,
): Promise<File | undefined> {
  const kind = kindOfPart(fieldname);
  if (!kind) {
    file.resume();
    await finished(file);
    return undefined;
  }
  file.once('limit', () => file.destroy(tooLarge(`${kind.article} ${kind.noun}`)));
  return reader.keep(file, filename, files, kind);
}

async function readPart(part: Multipart, reading: FormReading): Promise<unknown> {
  if (part.type === 'file') return readFile(part, reading);
  if (part.valueTruncated) throw BadRequest.at([part.fieldname], 'This part is too long.');
  return part.value;
}

async function readParts(
  request: FastifyRequest,
  reading: FormReading,
  onPart: (part: Multipart) => void,
) {
  const body = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: FORM_LIMITS })) {
      onPart(part);
      const { fieldname } = part;
      if (body.has(fieldname)) throw BadRequest.at([fieldname], 'This part is given twice.');
      body.set(fieldname, await readPart(part, reading));
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof SpoolError) throw error;
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) {
      throw new PayloadTooLarge('The form has too many parts.');
    }
    throw new BadRequest('The body is not a multipart form that can be read.');
  }
  return Object.fromEntries(body);
}

/**
 * Reads a multipart body into an object, with each file on disk and typed by its content.
 * @throws BadRequest for a part given twice or a body that is no form; PayloadTooLarge; Unprocessable for a file that
 * is not what its part says; RequestTimeout for a form that does not go on; SpoolError.
 */
export async function readForm(
  request: FastifyRequest,
  reading: FormReading,
): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge('a file');
  const { promise: late, reject } = Promise.withResolvers<never>();
  let part: Multipart | undefined;
  const giveUp = () => {
    const error = new RequestTimeout('The form took too long to arrive.');
    // Ends what is being written, too.
    if (part?.type === 'file') part.file.destroy(error);
    reject(error);
  };
  const timer = setTimeout(giveUp, reading.idle ?? IDLE);
  const arrived = () => void timer.refresh();
  const onPart = (next: Multipart) => {
    part = next;
  };
  const { raw } = request;
  raw.on('data', arrived).once('end', () => clearTimeout(timer));
  try {
    return await Promise.race([readParts(request, reading, onPart), late]);
  } finally {
    clearTimeout(timer);
    raw.off('data', arrived);
  }
}
