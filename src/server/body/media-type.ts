import { createClientError } from '../client-errors.ts';
import type { ServerPlugin } from '../request-context.ts';

const JSON_TYPE = 'application/json';

/** Splits a content type into the media type and its parameters, in lower case and without quotes. */
const splitContentType = (type: string) =>
  type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replaceAll('"', ''));

/** Whether a content type is JSON in a supported charset. */
function isJson(type: string): boolean {
  if (type === JSON_TYPE) return true;
  const [mediaType, ...parameters] = splitContentType(type);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return (
    mediaType === JSON_TYPE &&
    (charset === undefined || /^charset=(utf-?8|us-ascii)$/.test(charset))
  );
}

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
  if (isJson(headers.get('content-type') ?? '') || (hasForms && isForm(request))) return;
  const forms = hasForms
    ? { words: ' or multipart/form-data', types: ', multipart/form-data' }
    : {};
  throw createClientError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The content type must be application/json in UTF-8${forms.words ?? ''}.`,
    { headers: { 'accept-post': `${JSON_TYPE}${forms.types ?? ''}` } },
  );
}

/** Checks the media type of operations. */
export const useMediaTypes = (): ServerPlugin => ({
  onRequestParse: ({ request }) => checkMediaType(request, true),
});
