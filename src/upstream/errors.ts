import type { ErrorDetail } from '../contract/error.ts';
import { RefusedError } from '../policy/refused-error.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { getErrorCode, getErrorMessage } from '../shared/thrown-errors.ts';
import { type CallErrorCode, getResponseCode } from './error-codes.ts';

/**
 * The kinds of failures of calls: the code of each, and its message, unless each failure has its own. A failure of the
 * kind `status` has the code of its status.
 */
const KINDS = {
  aborted: ['UPSTREAM_UNAVAILABLE', 'The client aborted the request.'],
  circuit: ['UPSTREAM_UNAVAILABLE', ''],
  connection: ['UPSTREAM_UNAVAILABLE', 'The upstream could not be reached.'],
  invalid: ['UPSTREAM_INVALID_RESPONSE', ''],
  key: ['UPSTREAM_UNAVAILABLE', 'The upstream rejected the API key of this server.'],
  overload: [
    'OVERLOADED',
    'Too many concurrent calls to the upstream. The request was not processed. Try again later.',
  ],
  status: ['UPSTREAM_UNAVAILABLE', ''],
  timeout: ['UPSTREAM_TIMEOUT', 'The upstream did not respond in time.'],
  tooManyCalls: ['OPERATION_TOO_LARGE', ''],
  unsupported: ['NOT_SUPPORTED', ''],
} as const satisfies Readonly<Record<string, readonly [CallErrorCode, string]>>;

export type FailureKind = keyof typeof KINDS;

/** What a call waited for when it timed out. `OPERATION`: the deadline of the whole operation passed. */
export type TimeoutPhase = 'QUEUE' | 'CONNECT' | 'RESPONSE' | 'OPERATION';

interface FailureDetails {
  readonly message?: string;
  readonly cause?: unknown;
  readonly code?: CallErrorCode;
  readonly status?: number | undefined;
  readonly phase?: TimeoutPhase;
  readonly problem?: string;
  readonly reason?: string | undefined;
  readonly isExplained?: boolean;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number | undefined;
}

/** A call to the upstream failed, or was not made. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly kind: FailureKind;
  /** The code that the graph returns. */
  readonly code: CallErrorCode;
  /** Method and path template of the call, without ids or secrets. */
  readonly call: string;
  /** The status of an error response. */
  readonly status: number | undefined;
  readonly phase: TimeoutPhase | undefined;
  /** How an invalid response violates the specification, without content. */
  readonly problem: string | undefined;
  /** Why the call failed, as a machine-readable name, if it is known. */
  readonly reason: string | undefined;
  /** Whether the message of a status of 500 or more is that of the upstream. */
  readonly isExplained: boolean;
  /** The problems of the request that the upstream names. */
  readonly details: readonly ErrorDetail[];
  /** Seconds to wait before a retry, if they are known. */
  readonly retryAfterSeconds: number | undefined;
  /** The id by which the upstream knows the last attempt; undefined if there was none. For logs. */
  requestId: string | undefined = undefined;
  /** Whether a request went to the upstream, at least in part. */
  isSent = false;

  constructor(kind: FailureKind, call: string, details: FailureDetails = {}) {
    const [code, message] = KINDS[kind];
    super(details.message ?? message, { cause: details.cause });
    this.kind = kind;
    this.code = details.code ?? code;
    this.call = call;
    this.status = details.status;
    this.phase = details.phase;
    this.problem = details.problem;
    this.reason = details.reason;
    this.isExplained = details.isExplained ?? false;
    this.details = details.details ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** Whether the upstream did nothing because of the call: it was not sent, or refused. */
  get hadNoEffect(): boolean {
    return !this.isSent || (this.status !== undefined && this.status < 500);
  }
}

/** Whether a call failed, or was refused by the policy. */
export const isCallError = (error: unknown): error is UpstreamError | RefusedError =>
  error instanceof UpstreamError || error instanceof RefusedError;

/** An error response, as far as it is passed on. */
interface ErrorResponse extends Pick<FailureDetails, 'reason' | 'details' | 'retryAfterSeconds'> {
  readonly status: number;
  /** The upstream's own message, without secrets. */
  readonly message?: string | undefined;
  /** Default message. */
  readonly statusText?: string | undefined;
}

/** Creates the error for a status of 400 or more. */
export function createStatusError(
  call: string,
  { status, message, statusText, retryAfterSeconds, ...parts }: ErrorResponse,
): UpstreamError {
  if (status >= 500)
    return new UpstreamError('status', call, {
      ...parts,
      status,
      retryAfterSeconds,
      message: message ?? `The upstream failed with status ${status}.`,
      isExplained: message !== undefined,
    });
  const text = message ?? statusText ?? `Status ${status}`;
  const code = getResponseCode(status, { ...parts, message: text });
  return new UpstreamError('status', call, {
    ...parts,
    status,
    code,
    message: text,
    retryAfterSeconds: code === 'RATE_LIMITED' ? retryAfterSeconds : undefined,
  });
}

/** Creates the error for what is refused as if it did not exist. */
export const createNotFoundError = (call: string): UpstreamError =>
  createStatusError(call, { status: 404, message: 'Not found.' });

/** Creates the error for a response that violates the specification. `problem` says how, without content. */
export const createInvalidResponseError = (
  call: string,
  problem: string,
  cause?: unknown,
): UpstreamError =>
  new UpstreamError('invalid', call, {
    problem,
    cause,
    message: `The upstream returned an invalid response: ${problem}.`,
  });

export const createUnsupportedError = (call: string, extension: string): UpstreamError =>
  new UpstreamError('unsupported', call, {
    message: `The service behind this API does not offer this (${extension}). Leave it out, or ask the operator of the API whether the service has it.`,
    problem: `add ${extension} to UPSTREAM_EXTENSIONS if the upstream has this endpoint`,
  });

/** Whether an error is a timeout, including those of AbortSignal.timeout(). */
const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/** The content coding of a response is not supported, or its body does not match it. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError';
}

/** The code of undici for a response that is too large. */
export const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/** A response is too large when it is decoded. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly code = TOO_LARGE;
}

/** The state of a call when it fails. */
interface FailedCall {
  /** Method and path template. */
  readonly call: string;
  /** The caller's signal. */
  readonly signal: AbortSignalLike | undefined;
  readonly maxResponseBytes: number;
  /** What the call waits for. */
  readonly phase: TimeoutPhase;
}

/** Converts any error of a call to the error that the client throws. */
export function toUpstreamError(
  error: unknown,
  { call, signal, maxResponseBytes, phase }: FailedCall,
): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const fail = (kind: FailureKind, details: FailureDetails = {}) =>
    new UpstreamError(kind, call, { cause: error, ...details });
  if (signal?.aborted) {
    const isTimeout = isTimeoutError(signal.reason);
    return isTimeout ? fail('timeout', { phase: 'OPERATION' }) : fail('aborted');
  }
  if (error instanceof DecodingError)
    return createInvalidResponseError(call, 'its content coding cannot be decoded');
  // The deadline covers responses. Headers have a timeout only while a proxy opens a tunnel.
  const code = getErrorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
    return fail('timeout', { phase: 'CONNECT' });
  if (code === TOO_LARGE)
    return createInvalidResponseError(call, `it is larger than ${maxResponseBytes} bytes`, error);
  // undici accepts neither 100 Continue without Expect nor 101, and names them only in its message.
  if (code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(getErrorMessage(error)))
    return createInvalidResponseError(call, 'it has an interim status that was not asked for');
  return isTimeoutError(error) ? fail('timeout', { phase }) : fail('connection');
}
