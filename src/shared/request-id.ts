import { randomUUID } from 'node:crypto';

/** The header with the id of a request. */
export const REQUEST_ID_HEADER = 'x-request-id';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** Returns a valid `x-request-id`, or a new UUID. */
export const readRequestId = (header: string | string[] | null | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
