import { finished } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { formatMegabytes, MEGABYTE } from '../../contract/file-size.ts';
import { ArrivalTimer } from '../../shared/arrival-timer.ts';
import { SpoolError, type SpooledFiles } from '../../shared/spool.ts';
import { BadRequest, HttpStatusError, PayloadTooLarge, RequestTimeout } from '../errors.ts';
import { spoolUpload } from './spooled-upload.ts';
import type { UploadKind } from './upload-kind.ts';

/** Limits of a multipart body, enforced while streaming, besides the size of its files. */
export const FORM_LIMITS = {
  files: 2,
  fields: 10,
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 50,
};

/** Maximum size in bytes of the parts of a form besides its file. */
const MAX_FIELDS_BYTES = MEGABYTE;

interface ReadFormOptions {
  readonly kinds: readonly UploadKind[];
  readonly files: SpooledFiles;
  /** Milliseconds that the form may be behind its minimum rate. */
  readonly uploadIdle: number;
}

const createTooLargeError = (noun: string, maxBytes: number) =>
  new PayloadTooLarge(`The ${noun} must not be larger than ${formatMegabytes(maxBytes)}.`);

/**
 * Stores a file. A file in an unknown part is read and discarded, and the schema of the form rejects the part.
 * @throws PayloadTooLarge at the first byte over the limit, without reading the rest.
 */
async function readFile(
  { file, filename, fieldname }: MultipartFile,
  { kinds, files }: ReadFormOptions,
): Promise<File | undefined> {
  const kind = kinds.find(({ fileField }) => fileField === fieldname);
  if (!kind) {
    file.resume();
    await finished(file);
    return undefined;
  }
  file.once('limit', () => file.destroy(createTooLargeError(kind.noun, kind.maxBytes)));
  return spoolUpload(file, filename, files, kind);
}

async function readPart(part: Multipart, options: ReadFormOptions): Promise<unknown> {
  if (part.type === 'file') return readFile(part, options);
  if (part.valueTruncated) throw BadRequest.at([part.fieldname], 'This part is too large.');
  return part.value;
}

const getMaxBytes = ({ kinds }: ReadFormOptions) =>
  Math.max(0, ...kinds.map(({ maxBytes }) => maxBytes));

async function readParts(
  request: FastifyRequest,
  options: ReadFormOptions,
  onPart: (part: Multipart) => void,
) {
  const body = new Map<string, unknown>();
  try {
    const limits = { ...FORM_LIMITS, fileSize: getMaxBytes(options) };
    for await (const part of request.parts({ limits })) {
      onPart(part);
      const { fieldname } = part;
      if (body.has(fieldname)) throw BadRequest.at([fieldname], 'This part must occur only once.');
      body.set(fieldname, await readPart(part, options));
    }
  } catch (error) {
    if (error instanceof HttpStatusError || error instanceof SpoolError) throw error;
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) {
      throw new PayloadTooLarge('The form has too many parts.');
    }
    throw new BadRequest('The body is not a valid multipart form.');
  }
  return Object.fromEntries(body);
}

/**
 * Reads a multipart body into an object. Files are stored on disk, with the media type of their content.
 * @throws BadRequest if a part occurs twice or the body is not a valid form; PayloadTooLarge; Unprocessable if a file is
 * invalid; RequestTimeout if the form stalls; SpoolError.
 */
export async function readForm(
  request: FastifyRequest,
  options: ReadFormOptions,
): Promise<Record<string, unknown>> {
  const maxBytes = getMaxBytes(options);
  if (Number(request.headers['content-length']) > maxBytes + MAX_FIELDS_BYTES)
    throw createTooLargeError('file', maxBytes);
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  let part: Multipart | undefined;
  const abort = () => {
    const error = new RequestTimeout('The form took too long to arrive.');
    // Also stops writing the file to disk.
    if (part?.type === 'file') part.file.destroy(error);
    reject(error);
  };
  const onPart = (next: Multipart) => {
    part = next;
  };
  const { raw } = request;
  const timer = new ArrivalTimer(raw, options.uploadIdle, abort);
  const count = (chunk: Buffer) => timer.count(chunk.length);
  raw.on('data', count).once('end', () => timer.stop());
  try {
    return await Promise.race([readParts(request, options, onPart), timeout]);
  } finally {
    timer.stop();
    raw.off('data', count);
  }
}
