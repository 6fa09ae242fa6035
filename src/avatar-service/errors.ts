import type { z } from 'zod';
import { type SplittableIssue, splitIssues } from '../contract/describe-issue.ts';
import { type ErrorBody, type ErrorDetail, PLAN_REQUIRED } from '../contract/error.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';

/** A request that is rejected with a status. `handleError` converts it to a response. */
export abstract class HttpStatusError extends Error {
  abstract readonly status: number;
  /** Machine-readable reason, if the status alone is not clear. */
  readonly reason: string | undefined;
  /** Whether the response closes the connection. The rest of the request is not read then. */
  readonly closes: boolean = false;
  readonly details: readonly ErrorDetail[] | undefined;
  /** The value of `error` in the body. Default: the text of the status. */
  readonly title: string | undefined;

  constructor(message: string, details?: readonly ErrorDetail[]) {
    super(message);
    this.details = details;
  }
}

/** 400: the request is invalid. */
export class BadRequest extends HttpStatusError {
  readonly status = 400;

  /** A single problem at `path` of the body, the query or the path parameters. */
  static at(path: readonly (string | number)[], message: string): BadRequest {
    return new BadRequest('The request is invalid.', [
      { path: [...path], message, code: 'custom' },
    ]);
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
    return new BadRequest('The request is invalid.', details);
  }
}

/** 400: the request does not have exactly one valid Host. */
export class InvalidHost extends BadRequest {
  override readonly closes = true;
}

/** 401: the API key is missing, unknown, revoked or expired. */
export class Unauthorized extends HttpStatusError {
  readonly status = 401;
}

/** 403: the resource does not allow the request. */
export class Forbidden extends HttpStatusError {
  readonly status = 403;
}

/** 403: the plan of the API key does not allow the request. */
export class PlanRequired extends HttpStatusError {
  readonly status = 403;
  override readonly reason = PLAN_REQUIRED;
}

/** 404: the resource or the path does not exist. */
export class NotFound extends HttpStatusError {
  readonly status = 404;
}

/** 405: the path supports only the methods of `allow`. */
export class MethodNotAllowed extends HttpStatusError {
  readonly status = 405;
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super(`This path supports only ${allow.join(', ')}.`);
    this.allow = allow;
  }
}

/** 408: the request stalled. */
export class RequestTimeout extends HttpStatusError {
  readonly status = 408;
  override readonly closes = true;
}

/** 413: the body or a file is too large. */
export class PayloadTooLarge extends HttpStatusError {
  readonly status = 413;
}

/** 415: the content type or encoding is not supported. */
export class UnsupportedMediaType extends HttpStatusError {
  readonly status = 415;
}

/** 416: the requested range starts after the end of the file. */
export class RangeNotSatisfiable extends HttpStatusError {
  readonly status = 416;
  /** Size of the file in bytes. */
  readonly size: number;

  constructor(size: number) {
    super(`The range is not satisfiable. The file has ${size} bytes.`);
    this.size = size;
  }
}

/** 422: the request is well-formed, but a file cannot be processed. */
export class Unprocessable extends HttpStatusError {
  readonly status = 422;
}

/** 429: too much work is in progress. */
export class Busy extends HttpStatusError {
  readonly status = 429;
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = 5) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 429: the account has as many sessions as its plan allows. Clients of live services know this body. */
export class ConcurrentLimitReached extends HttpStatusError {
  readonly status = 429;
  override readonly title = 'Concurrent session limit reached';
  override readonly reason = 'concurrent_limit';

  constructor() {
    super('');
  }
}

/** 409: the state of the record, or another request that is in progress, does not allow the request. */
export class Conflict extends HttpStatusError {
  readonly status = 409;
}

export const createErrorBody = (
  status: number,
  message: string,
  { title, reason, details }: Pick<Partial<HttpStatusError>, 'title' | 'reason' | 'details'> = {},
): ErrorBody => ({
  error: title ?? STATUS_CODES[status] ?? 'Error',
  ...(message !== '' && { message }),
  ...(reason !== undefined && { reason }),
  ...(details && { details: [...details] }),
});
