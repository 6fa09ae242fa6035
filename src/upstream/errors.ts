import { type ErrorDetail, PLAN_REQUIRED } from '../contract/error.ts';

/** A call to the upstream failed. `call` is its method and path template, without ids or secrets. */
export abstract class RestError extends Error {
  readonly call: string;

  constructor(call: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.call = call;
  }
}

/** A response with a status from 400 to 499. */
export interface ErrorResponse {
  readonly call: string;
  readonly status: number;
  /** The upstream's message, without the credential. */
  readonly message: string;
  /** The upstream's machine-readable reason. */
  readonly reason?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The upstream returned a status from 400 to 499. Subclasses exist for the statuses that callers distinguish. */
export class HttpStatusError extends RestError {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(response: ErrorResponse) {
    super(response.call, response.message);
    this.status = response.status;
    this.reason = response.reason;
  }
}

/** 400, or 422 with details: the request is not valid. `details` is empty if the upstream gives none. */
export class BadRequestError extends HttpStatusError {
  readonly details: readonly ErrorDetail[];

  constructor(response: ErrorResponse) {
    super(response);
    this.details = response.details ?? [];
  }
}

/** 401 for the key of this server, for which the caller cannot do anything. */
export class ServerKeyRejectedError extends RestError {
  readonly reason = 'server_key_rejected';

  constructor(call: string) {
    super(call, 'The upstream rejected the API key of this server.');
  }
}

/** 401: the credential of the caller is missing or unknown. */
export class UnauthorizedError extends HttpStatusError {}

/** 403: the permissions of the credential do not suffice. */
export class ForbiddenError extends HttpStatusError {}

/** 402, or 403 that names the plan: the plan of the account does not suffice. */
export class PlanRequiredError extends HttpStatusError {}

/** 404: the id does not exist, or the upstream does not have the endpoint. */
export class NotFoundError extends HttpStatusError {}

/** 409: the request conflicts with the current state. */
export class ConflictError extends HttpStatusError {}

/** 413, 414 or 431: the upload or an argument is too large for the upstream. */
export class PayloadTooLargeError extends HttpStatusError {}

/** 415: the upstream does not support this media type. */
export class UnsupportedMediaTypeError extends HttpStatusError {}

/**
 * 422 without details: the request is well formed but not acceptable, such as an image without a face. With details, it
 * is a BadRequestError.
 */
export class UnprocessableError extends HttpStatusError {}

/** 429: too many requests. `retryAfterSeconds` is undefined if the upstream sends no Retry-After. */
export class RateLimitedError extends HttpStatusError {
  readonly retryAfterSeconds: number | undefined;

  constructor(response: ErrorResponse) {
    super(response);
    this.retryAfterSeconds = response.retryAfterSeconds;
  }
}

/** The upstream returned a status of 500 or more. The body is not kept. */
export class UpstreamFailedError extends RestError {
  readonly status: number;
  /** Undefined if the upstream sends no Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(call: string, status: number, retryAfterSeconds?: number) {
    super(call, `The upstream failed with status ${status}.`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The circuit breaker is open, so the call was not made. The upstream is probed after `retryAfterSeconds`. */
export class CircuitOpenError extends RestError {
  readonly retryAfterSeconds: number;

  constructor(call: string, retryAfterSeconds: number) {
    super(call, 'The circuit breaker is open because the upstream failed. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The queue was full, or the queue timeout passed, so the call was not made. */
export class OverloadedError extends RestError {
  readonly retryAfterSeconds = 1;

  constructor(call: string) {
    super(
      call,
      'Too many concurrent calls to the upstream. The request was not processed. Try again later.',
    );
  }
}

/** The upstream is not known to have the endpoint, an extension of the specification, so no call was made. */
export class NotSupportedError extends RestError {
  constructor(call: string, extension: string) {
    super(
      call,
      `${call} is an extension of the specification. If the upstream has it, add ${extension} to the setting UPSTREAM_EXTENSIONS.`,
    );
  }
}

/** The operation has made as many calls as it may, so the call was not made. */
export class TooManyCallsError extends RestError {
  constructor(call: string, maxCalls: number) {
    super(
      call,
      `The operation makes more than ${maxCalls} upstream calls, the limit of the setting MAX_OPERATION_COST.`,
    );
  }
}

/** The connection failed, or broke before the response was complete. */
export class ConnectionError extends RestError {
  constructor(call: string, cause: unknown) {
    super(call, 'The upstream could not be reached.', { cause });
  }
}

/** What a call waited for when it timed out. `operation`: the deadline of the whole operation passed. */
export type TimeoutPhase = 'queue' | 'connect' | 'response' | 'operation';

/** The deadline passed. */
export class TimeoutError extends RestError {
  readonly phase: TimeoutPhase;

  constructor(call: string, phase: TimeoutPhase, cause: unknown) {
    super(call, 'The upstream did not respond in time.', { cause });
    this.phase = phase;
  }
}

/** The client disconnected, so the call was aborted. */
export class AbortedError extends RestError {
  constructor(call: string, cause: unknown) {
    super(call, 'The client aborted the request.', { cause });
  }
}

/** The response violates the specification. `problem` says how, without content. */
export class InvalidResponseError extends RestError {
  readonly problem: string;

  constructor(call: string, problem: string) {
    super(call, `The upstream returned an invalid response: ${problem}.`);
    this.problem = problem;
  }
}

/** The response exceeds the maximum size. */
export class ResponseTooLargeError extends InvalidResponseError {
  constructor(call: string, limitBytes: number) {
    super(call, `it is larger than ${limitBytes} bytes`);
  }
}

const byStatus: Record<number, new (response: ErrorResponse) => HttpStatusError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: PlanRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  414: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: UnprocessableError,
  429: RateLimitedError,
  431: PayloadTooLargeError,
};

/** Whether a 403 is about the plan. @assumed Live services only say so in the message. */
const isAboutPlan = ({ reason, message }: ErrorResponse) =>
  reason === PLAN_REQUIRED || /\b(?:plan|subscription|upgrade)\b/i.test(message);

/** Creates the error of a status from 400 to 499. */
export function createHttpStatusError(response: ErrorResponse): HttpStatusError {
  const { status, details = [] } = response;
  // Many services validate with 422.
  if (status === 422 && details.length > 0) return new BadRequestError(response);
  if (status === 403 && isAboutPlan(response)) return new PlanRequiredError(response);
  return new (byStatus[status] ?? HttpStatusError)(response);
}
