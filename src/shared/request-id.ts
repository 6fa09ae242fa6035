import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** Returns a valid `x-request-id`, or a new UUID. */
export const readRequestId = (given: string | string[] | null | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
