import { type ErrorDetail, PLAN_REQUIRED } from '../contract/error.ts';

interface CallError {
  /** What it means to callers of the API. */
  readonly meaning: string;
  /** Statuses of the upstream that it stands for. Default: none. */
  readonly statuses?: readonly number[];
}

/** The codes of failed calls. The graph has them as error codes. */
export const CALL_ERRORS = {
  BAD_USER_INPUT: {
    statuses: [400],
    meaning: 'The input is invalid. `issues` lists each problem with its path.',
  },
  UNAUTHENTICATED: { statuses: [401], meaning: 'The credential is missing or invalid.' },
  FORBIDDEN: {
    statuses: [403],
    meaning: 'The credential is valid, but its scopes or permissions do not allow this.',
  },
  PLAN_REQUIRED: { statuses: [402], meaning: 'The plan of the account does not allow this.' },
  NOT_FOUND: { statuses: [404], meaning: 'The mutation refers to a record that does not exist.' },
  CONFLICT: {
    statuses: [409],
    meaning:
      'The change conflicts with the current state: the record is in use or built in, or its name is taken.',
  },
  PAYLOAD_TOO_LARGE: {
    statuses: [413, 414, 431],
    meaning: 'The request or its file is too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: { statuses: [415], meaning: 'The content type is not supported.' },
  UNPROCESSABLE: {
    statuses: [422],
    meaning:
      'The request is valid but cannot be processed, for example because the image is damaged.',
  },
  RATE_LIMITED: {
    statuses: [429],
    meaning: 'Too many requests. Retry after `retryAfterSeconds`, if present.',
  },
  NOT_SUPPORTED: {
    meaning:
      'The service behind this API does not support this field, or the API does not know that it does. Leave the field out.',
  },
  OVERLOADED: {
    meaning:
      'The API is overloaded and did not process the request. Retry after `retryAfterSeconds`.',
  },
  OPERATION_TOO_LARGE: {
    meaning:
      'The operation exceeds a limit: its depth, aliases, cost, upstream calls or the size of its response. The message has the limit.',
  },
  UPSTREAM_TIMEOUT: { meaning: 'The upstream did not respond in time.' },
  UPSTREAM_UNAVAILABLE: {
    meaning:
      'The upstream failed, could not be reached, or rejected the key of the server. Retry after `retryAfterSeconds`, if present.',
  },
  UPSTREAM_INVALID_RESPONSE: { meaning: 'The upstream returned an invalid response.' },
} as const satisfies Readonly<Record<string, CallError>>;

export type CallErrorCode = keyof typeof CALL_ERRORS;

const isCode = (code: string): code is CallErrorCode => Object.hasOwn(CALL_ERRORS, code);

const CODES = new Map(
  Object.entries<CallError>(CALL_ERRORS).flatMap(([code, { statuses = [] }]) =>
    isCode(code) ? statuses.map((status) => [status, code] as const) : [],
  ),
);

/** What an error response says, besides its status. */
interface Description {
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: readonly ErrorDetail[];
}

/** Whether a 403 is about the plan. @assumed Live services only say so in the message. */
const isAboutPlan = ({ reason, message }: Description) =>
  reason === PLAN_REQUIRED || /\b(?:plan|subscription|upgrade)\b/i.test(message ?? '');

/**
 * Returns the code of a response with a status from 400 to 499. Many services validate with 422, so that with details it
 * is BAD_USER_INPUT. A status beyond the specification is UPSTREAM_INVALID_RESPONSE.
 */
export function getResponseCode(status: number, description: Description): CallErrorCode {
  if (status === 422 && description.details?.length) return 'BAD_USER_INPUT';
  if (status === 403 && isAboutPlan(description)) return 'PLAN_REQUIRED';
  return CODES.get(status) ?? 'UPSTREAM_INVALID_RESPONSE';
}
