import type { Extension } from '../contract/endpoint.ts';
import type { ErrorDetail } from '../contract/error.ts';

/** Any way in which a call to the upstream fails. `call` names it by method and path template, without ids or secrets. */
export abstract class RestError extends Error {
  readonly call: string;

  constructor(call: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.call = call;
  }
}

/** What an upstream says when it refuses. */
export interface Refusal {
  readonly call: string;
  readonly status: number;
  /** The upstream's own sentence, with the credential taken out of it. */
  readonly message: string;
  /** The upstream's own word for why, which programs can compare. */
  readonly reason?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The upstream answered with a status of 400 to 499; the subclasses name the ones that callers tell apart. */
export class RefusedError extends RestError {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal.call, refusal.message);
    this.status = refusal.status;
    this.reason = refusal.reason;
  }
}

/** 400: the request breaks a rule; `details` say which, if the upstream does. */
export class BadRequestError extends RefusedError {
  readonly details: readonly ErrorDetail[];

  constructor(refusal: Refusal) {
    super(refusal);
    this.details = refusal.details ?? [];
  }
}

/** 401: no credential, or one the upstream does not know. */
export class UnauthorizedError extends RefusedError {}

/** 402 or 403: the credential is known and its plan or permissions do not reach. */
export class ForbiddenError extends RefusedError {}

/** 404: nothing has that id, or the upstream does not serve that path. */
export class NotFoundError extends RefusedError {}

/** 409: the request contradicts the state of things. */
export class ConflictError extends RefusedError {}

/** 413: the upload is larger than the upstream takes. */
export class PayloadTooLargeError extends RefusedError {}

/** 415: the upstream does not take that kind of content. */
export class UnsupportedMediaTypeError extends RefusedError {}

/** 422: well formed, and still not acceptable, such as an image that shows no face. */
export class UnprocessableError extends RefusedError {}

/** 429: too many requests; `retryAfterSeconds` is there if the upstream says when to come back. */
export class RateLimitedError extends RefusedError {
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** The upstream answered with a status of 500 or more. Its text stays with it. */
export class UpstreamFailedError extends RestError {
  readonly status: number;
  /** There if the upstream says when to come back. */
  readonly retryAfterSeconds: number | undefined;

  constructor(call: string, status: number, retryAfterSeconds?: number) {
    super(call, `The upstream failed with status ${status}.`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The upstream failed so often of late that it was not asked; it will be tried again after `retryAfterSeconds`. */
export class CircuitOpenError extends RestError {
  readonly retryAfterSeconds: number;

  constructor(call: string, retryAfterSeconds: number) {
    super(call, 'The circuit breaker is open because the upstream failed. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Too many calls were waiting for the upstream already, so this one was not made. */
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
  constructor(call: string, extension: Extension) {
    super(
      call,
      `${call} is an extension of the specification. If the upstream has it, add ${extension} to the setting UPSTREAM_EXTENSIONS.`,
    );
  }
}

/** No connection, or one that broke before the answer was whole. */
export class ConnectionError extends RestError {
  constructor(call: string, cause: unknown) {
    super(call, 'The upstream could not be reached.', { cause });
  }
}

/** What a call waited for when its time was up: its turn, a connection, the answer, or the rest of its operation. */
export type TimeoutPhase = 'queue' | 'connect' | 'response' | 'operation';

/** The upstream took longer than a call may take. */
export class TimeoutError extends RestError {
  readonly phase: TimeoutPhase;

  constructor(call: string, phase: TimeoutPhase, cause: unknown) {
    super(call, 'The upstream did not respond in time.', { cause });
    this.phase = phase;
  }
}

/** The caller went away, so the call was given up. */
export class AbortedError extends RestError {
  constructor(call: string, cause: unknown) {
    super(call, 'The client aborted the request.', { cause });
  }
}

/** The upstream answered success with something that is not what the specification promises; `problem` says what. */
export class InvalidResponseError extends RestError {
  readonly problem: string;

  constructor(call: string, problem: string) {
    super(call, `The upstream returned an invalid response: ${problem}.`);
    this.problem = problem;
  }
}

/** The answer is larger than the client is willing to hold. */
export class ResponseTooLargeError extends InvalidResponseError {
  constructor(call: string, limitBytes: number) {
    super(call, `it is larger than ${limitBytes} bytes`);
  }
}

const byStatus: Record<number, new (refusal: Refusal) => RefusedError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: ForbiddenError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: UnprocessableError,
  429: RateLimitedError,
};

/** The error class of a status from 400 to 499. */
export const createRefusedError = (refusal: Refusal): RefusedError =>
  new (byStatus[refusal.status] ?? RefusedError)(refusal);
