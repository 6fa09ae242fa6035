import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** The ID of a request: its own `x-request-id` where that is a sensible one, else a new one. */
export const readRequestId = (given: string | string[] | null | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
