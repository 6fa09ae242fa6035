import { REQUEST_ID_HEADER } from '../shared/request-id.ts';

/** Headers that services, gateways and clouds use for request ids, the most specific first. */
const RESPONSE_HEADERS = [
  REQUEST_ID_HEADER,
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-cf-id',
  'x-vercel-id',
  'cf-ray',
];

/** Ids that others give. */
const FOREIGN_ID = /^[\w.:=+/-]{1,128}$/;

/**
 * Returns the id that a service gives a request in its response, or `sent`, if it only repeats that or gives none. It
 * is a name without spaces or control characters, of at most 128.
 */
export function findRequestId(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  sent: string | undefined,
): string | undefined {
  for (const name of RESPONSE_HEADERS) {
    const id = headers[name];
    if (typeof id === 'string' && id !== sent && FOREIGN_ID.test(id)) return id;
  }
  return sent;
}
