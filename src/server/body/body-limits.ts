import { MEGABYTE } from '../../contract/file-size.ts';
import { MAX_DOCUMENT_BYTES } from '../../contract/knowledge-document.ts';
import { MAX_AUDIO_BYTES } from '../../contract/voice.ts';
import { hasMoreValues, isDeeperThan } from '../../shared/json-limits.ts';
import { createClientError } from '../client-errors.ts';

/** Limits of a request body that is not multipart. */
export const BODY_LIMITS = {
  bytes: MEGABYTE,
  /**
   * Maximum time until the last byte of a body of unknown length, in milliseconds. Longer than the default timeout of
   * listeners, which also close the connection.
   */
  timeout: 20_000,
  /** Maximum nesting of objects and lists in the variables. */
  variablesDepth: 32,
  /** Maximum number of values in the variables, at all depths. Allows as many `_entities` as the cost limit does. */
  variablesValues: 20_000,
};

export type BodyLimits = Readonly<typeof BODY_LIMITS>;

/** Limits of multipart requests. */
export const UPLOAD_LIMITS = {
  files: 4,
  /** Bytes of `operations`, and of `map`. */
  fieldBytes: MEGABYTE,
  /** Milliseconds that a body may be behind its minimum rate, and until its end. */
  idle: 15_000,
  timeout: 120_000,
  /** Maximum concurrent multipart requests. Multiplied by the size of a body, the maximum disk space. */
  maxConcurrentUploads: 64,
};

/** These limits, and the bytes of the whole body, and so of any file. */
export interface UploadLimits extends Readonly<typeof UPLOAD_LIMITS> {
  readonly bytes: number;
}

/**
 * Returns the bytes of a body with images of up to `maxImageBytes`, recordings, or documents if the upstream has them. It
 * may be larger than all of them, so that the error for a file that is too large names its path.
 */
export const getBodyBytes = (maxImageBytes: number, hasDocuments: boolean): number =>
  Math.max(maxImageBytes, MAX_AUDIO_BYTES, hasDocuments ? MAX_DOCUMENT_BYTES : 0) + 6 * MEGABYTE;

/** Rejects variables with too many values. They may be any JSON. */
export function checkVariables(
  variables: unknown,
  { variablesValues, variablesDepth }: BodyLimits,
): void {
  if (hasMoreValues(variables, variablesValues)) {
    const message = `The variables have more than ${variablesValues} values.`;
    throw createClientError('BAD_REQUEST', message);
  }
  if (isDeeperThan(variables, variablesDepth)) {
    const message = `The variables are nested deeper than ${variablesDepth} levels.`;
    throw createClientError('BAD_REQUEST', message);
  }
}

/** @throws GraphQLError that names `what` if the text is not JSON. */
export const parseJson = (what: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw createClientError('BAD_REQUEST', `${what} is not valid JSON.`);
  }
};

const JSON_TYPE = 'application/json';

/** Matches JSON in a supported charset. */
const JSON_UTF8 =
  /^\s*application\/json\s*(?:;(?!\s*charset=)[^;]*)*(?:;\s*charset="?(?:utf-?8|us-ascii)"?\s*(?:;.*)?)?$/i;

/**
 * Whether a request declares a multipart form. Forms have a longer timeout and a higher size limit than other bodies.
 * Media types are case-insensitive. RFC 9110, section 8.3.1.
 */
export const isForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && /^\s*multipart\/form-data\s*(;|$)/i.test(headers.get('content-type') ?? '');

/**
 * Accepts only the bodies of GraphQL over HTTP and of GraphQL multipart requests: JSON and forms, not compressed.
 * @param hasForms whether forms are accepted.
 */
export function checkMediaType(request: Request, hasForms: boolean): void {
  if (request.method !== 'POST') return;
  const { headers } = request;
  const coding = headers.get('content-encoding');
  if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
    throw createClientError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Compressed requests are not supported. Send the request without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
  const type = headers.get('content-type') ?? '';
  if (type === JSON_TYPE || JSON_UTF8.test(type) || (hasForms && isForm(request))) return;
  const forms = hasForms
    ? { words: ' or multipart/form-data', types: ', multipart/form-data' }
    : {};
  throw createClientError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The content type must be application/json in UTF-8${forms.words ?? ''}.`,
    { headers: { 'accept-post': `${JSON_TYPE}${forms.types ?? ''}` } },
  );
}
