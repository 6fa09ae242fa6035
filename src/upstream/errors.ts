import type { ErrorDetail } from '../contract/error.ts';
import { RefusedError } from '../policy/refused-error.ts';
import { type CallErrorCode, getResponseCode } from './error-codes.ts';

/** A call to the upstream failed. `call` is its method and path template, without ids or secrets. */
export abstract class RestError extends Error {
  /** The code that the graph returns. */
  abstract readonly code: CallErrorCode;
  readonly call: string;
  /** Why the call failed, as a machine-readable name, if it is known. */
  readonly reason: string | undefined = undefined;
  /** Seconds to wait before a retry, if they are known. */
  readonly retryAfterSeconds: number | undefined = undefined;
  /** The id by which the upstream knows the last attempt; undefined if there was none. For logs. */
  requestId: string | undefined = undefined;
  /** Whether a request went to the upstream, at least in part. */
  isSent = false;

  constructor(call: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.call = call;
  }
}

/** Whether a call failed, or was refused by the policy. */
export const isCallError = (error: unknown): error is RestError | RefusedError =>
  error instanceof RestError || error instanceof RefusedError;

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

/** The upstream returned a status from 400 to 499. */
export class HttpStatusError extends RestError {
  readonly code: CallErrorCode;
  readonly status: number;
  override readonly reason: string | undefined;
  /** Empty if the upstream gives none. */
  readonly details: readonly ErrorDetail[];
  /** Only of RATE_LIMITED, and only if the upstream sends Retry-After or when its limit is reset. */
  override readonly retryAfterSeconds: number | undefined;

  constructor({ call, message, status, reason, details = [], retryAfterSeconds }: ErrorResponse) {
    super(call, message);
    this.code = getResponseCode(status, { message, reason, details });
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.retryAfterSeconds = this.code === 'RATE_LIMITED' ? retryAfterSeconds : undefined;
  }
}

/** 401 for the key of this server, which the caller cannot fix. */
export class ServerKeyRejectedError extends RestError {
  readonly code = 'UPSTREAM_UNAVAILABLE';
  override readonly reason = 'server_key_rejected';

  constructor(call: string) {
    super(call, 'The upstream rejected the API key of this server.');
  }
}

/** A response with a status of 500 or more. */
export interface FailureResponse {
  readonly call: string;
  readonly status: number;
  /** The reason that the upstream gave, without the credential. Undefined if its body is not in the service's format. */
  readonly explanation?: string | undefined;
  readonly reason?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The upstream returned a status of 500 or more. */
export class UpstreamFailedError extends RestError {
  readonly code = 'UPSTREAM_UNAVAILABLE';
  readonly status: number;
  readonly explanation: string | undefined;
  override readonly reason: string | undefined;
  override readonly retryAfterSeconds: number | undefined;

  constructor({ call, status, explanation, reason, retryAfterSeconds }: FailureResponse) {
    super(call, explanation ?? `The upstream failed with status ${status}.`);
    this.status = status;
    this.explanation = explanation;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The circuit breaker is open, so the call was not made. The upstream is probed after `retryAfterSeconds`. */
export class CircuitOpenError extends RestError {
  readonly code = 'UPSTREAM_UNAVAILABLE';
  override readonly retryAfterSeconds: number;

  /** @param explanation the message of the upstream to this caller when it failed. */
  constructor(call: string, retryAfterSeconds: number, explanation?: string) {
    const failure = explanation === undefined ? '.' : `: ${explanation.replace(/\.?$/, '.')}`;
    super(
      call,
      `The circuit breaker is open because the upstream failed${failure} Try again later.`,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The queue was full, or the queue timeout passed, so the call was not made. */
export class OverloadedError extends RestError {
  readonly code = 'OVERLOADED';
  override readonly retryAfterSeconds = 1;

  constructor(call: string) {
    super(
      call,
      'Too many concurrent calls to the upstream. The request was not processed. Try again later.',
    );
  }
}

/** The upstream is not configured to have the endpoint, an extension to the specification, so no call was made. */
export class NotSupportedError extends RestError {
  readonly code = 'NOT_SUPPORTED';
  constructor(call: string, extension: string) {
    super(
      call,
      `${call} is an extension to the specification. If the upstream supports it, add ${extension} to the setting UPSTREAM_EXTENSIONS.`,
    );
  }
}

/** The operation has reached its limit of upstream calls, so the call was not made. */
export class TooManyCallsError extends RestError {
  readonly code = 'OPERATION_TOO_LARGE';
  constructor(call: string, maxCalls: number) {
    super(
      call,
      `The operation makes more than ${maxCalls} upstream calls, the limit of the setting MAX_OPERATION_COST.`,
    );
  }
}

/** The connection failed, or broke before the response was complete. */
export class ConnectionError extends RestError {
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor(call: string, cause: unknown) {
    super(call, 'The upstream could not be reached.', { cause });
  }
}

/** What a call waited for when it timed out. `operation`: the deadline of the whole operation passed. */
export type TimeoutPhase = 'queue' | 'connect' | 'response' | 'operation';

/** The deadline passed. */
export class TimeoutError extends RestError {
  readonly code = 'UPSTREAM_TIMEOUT';
  readonly phase: TimeoutPhase;

  constructor(call: string, phase: TimeoutPhase, cause: unknown) {
    super(call, 'The upstream did not respond in time.', { cause });
    this.phase = phase;
  }
}

/** The client disconnected, so the call was aborted. */
export class AbortedError extends RestError {
  readonly code = 'UPSTREAM_UNAVAILABLE';
  constructor(call: string, cause: unknown) {
    super(call, 'The client aborted the request.', { cause });
  }
}

/** The response violates the specification. `problem` says how, without content. */
export class InvalidResponseError extends RestError {
  readonly code = 'UPSTREAM_INVALID_RESPONSE';
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

/** Whether the upstream did nothing because of a call that failed: it was not sent, or refused. */
export const hadNoEffect = (error: unknown): boolean =>
  error instanceof RestError &&
  (!error.isSent || error instanceof HttpStatusError || error instanceof ServerKeyRejectedError);
