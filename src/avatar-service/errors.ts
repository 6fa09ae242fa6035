import type { z } from 'zod';
import { type SplittableIssue, splitIssues } from '../contract/describe-issue.ts';
import { type ErrorBody, type ErrorDetail, PLAN_REQUIRED } from '../contract/error.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';

/** What the responses of one kind of error have in common. */
export interface ErrorKind {
  readonly status: number;
  /** Machine-readable reason, if the status alone is not clear. */
  readonly reason?: string;
  /** The value of `error` in the body. Default: the text of the status. */
  readonly title?: string;
  /** Headers of the response. With `connection: close`, the rest of the request is not read. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface ErrorParts extends Pick<ErrorKind, 'headers'> {
  readonly details?: readonly ErrorDetail[];
}

/** A request that is rejected with a status. `handleError` converts it to a response. */
export class HttpStatusError extends Error {
  readonly kind: ErrorKind;
  readonly details: readonly ErrorDetail[] | undefined;

  constructor(kind: ErrorKind, message: string, { headers, details }: ErrorParts = {}) {
    super(message);
    this.kind = { ...kind, headers: { ...kind.headers, ...headers } };
    this.details = details;
  }
}

const define = (kind: ErrorKind) =>
  class extends HttpStatusError {
    constructor(message = '', parts?: ErrorParts) {
      super(kind, message, parts);
    }
  };

const CLOSES = { connection: 'close' };

/** The request is invalid. */
export class BadRequest extends define({ status: 400 }) {
  /** A single problem at `path` of the body, the query or the path parameters. */
  static at(path: readonly (string | number)[], message: string): BadRequest {
    return new BadRequest('The request is invalid.', {
      details: [{ path: [...path], message, code: 'custom' }],
    });
  }

  static fromZodError({ issues }: z.ZodError): BadRequest {
    return BadRequest.fromIssues(issues);
  }

  static fromIssues(issues: readonly SplittableIssue[]): BadRequest {
    const details = splitIssues(issues).map(({ path, message, code = 'custom' }) => ({
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
      message,
      code,
    }));
    return new BadRequest('The request is invalid.', { details });
  }
}

/** The request does not have exactly one valid Host. */
export const InvalidHost = define({ status: 400, headers: CLOSES });

/** The API key is missing, unknown, revoked or expired. */
export const Unauthorized = define({ status: 401, headers: { 'www-authenticate': 'Bearer' } });

/** The resource does not allow the request. */
export const Forbidden = define({ status: 403 });

/** The plan of the API key does not allow the request. */
export const PlanRequired = define({ status: 403, reason: PLAN_REQUIRED });

/** The resource or the path does not exist. */
export const NotFound = define({ status: 404 });

/** The path supports only the methods of the header `allow`. */
export const MethodNotAllowed = define({ status: 405 });

/** The request stalled. */
export const RequestTimeout = define({ status: 408, headers: CLOSES });

/** The state of the record, or another request that is in progress, does not allow the request. */
export const Conflict = define({ status: 409 });

/** The body or a file is too large. */
export const PayloadTooLarge = define({ status: 413 });

/** The content type or encoding is not supported. */
export const UnsupportedMediaType = define({ status: 415 });

/** The requested range starts after the end of the file, whose size is in the header `content-range`. */
export const RangeNotSatisfiable = define({ status: 416 });

/** The request is well-formed, but a file cannot be processed. */
export const Unprocessable = define({ status: 422 });

/** Too much work is in progress. */
export const Busy = define({ status: 429, headers: { 'retry-after': '5' } });

/** The account has as many sessions as its plan allows. Clients of live services know this body, without a message. */
export const ConcurrentLimitReached = define({
  status: 429,
  title: 'Concurrent session limit reached',
  reason: 'concurrent_limit',
});

/** Uploads cannot be stored on disk. */
export const SpoolUnavailable = define({ status: 503, headers: { 'retry-after': '5' } });

export const createErrorBody = (
  { status, title, reason }: ErrorKind,
  message: string,
  details?: readonly ErrorDetail[],
): ErrorBody => ({
  error: title ?? STATUS_CODES[status] ?? 'Error',
  ...(message !== '' && { message }),
  ...(reason !== undefined && { reason }),
  ...(details && { details: [...details] }),
});
