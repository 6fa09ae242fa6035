import type { ErrorDetail } from '../contract/error.ts';
import { RefusedError } from '../policy/refused-error.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
import { getErrorCode } from '../shared/thrown-errors.ts';
import { type CallErrorCode, getResponseCode } from './error-codes.ts';
import { rejectsId } from './rejected-id.ts';

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
  readonly isExplained: boolean = false;
  /** The problems of the request that the upstream names. */
  readonly details: readonly ErrorDetail[] = [];
  /** Seconds to wait before a retry, if they are known. */
  readonly retryAfterSeconds: number | undefined;
  /** The id by which the upstream knows the last attempt; undefined if there was none. For logs. */
  requestId: string | undefined;
  /** Whether a request went to the upstream, at least in part. */
  isSent = false;

  constructor(kind: FailureKind, call: string, { message, cause, ...facts }: Facts = {}) {
    const [code, usualMessage] = KINDS[kind];
    super(message ?? usualMessage, { cause });
    this.kind = kind;
    this.call = call;
    this.code = code;
    Object.assign(this, facts);
  }

  /** Whether the upstream did nothing because of the call: it was not sent, or refused. */
  get hadNoEffect(): boolean {
    return !this.isSent || (this.status !== undefined && this.status < 500);
  }
}

/** Whether a call failed, or was refused by the policy. */
export const isCallError = (error: unknown): error is UpstreamError | RefusedError =>
  error instanceof UpstreamError || error instanceof RefusedError;

/** What is known of a failure. */
type Facts = Partial<
  Pick<
    UpstreamError,
    | 'code'
    | 'status'
    | 'phase'
    | 'problem'
    | 'reason'
    | 'isExplained'
    | 'details'
    | 'retryAfterSeconds'
  >
> & { readonly message?: string | undefined; readonly cause?: unknown };

/**
 * Creates the error for a status of 400 or more.
 * @param facts of the response, as far as they are passed on: the message is the upstream's own, without secrets.
 */
export function createStatusError(
  call: string,
  status: number,
  { message, retryAfterSeconds, ...facts }: Facts = {},
): UpstreamError {
  if (status >= 500)
    return new UpstreamError('status', call, {
      ...facts,
      status,
      retryAfterSeconds,
      message: message ?? `The upstream failed with status ${status}.`,
      isExplained: message !== undefined,
    });
  const text = message ?? STATUS_CODES[status] ?? `Status ${status}`;
  const { details = [] } = facts;
  const code = getResponseCode(status, { ...facts, message: text });
  const isMissing = code === 'BAD_USER_INPUT' && rejectsId(call, text, details);
  return new UpstreamError('status', call, {
    ...facts,
    status,
    code,
    message: text,
    retryAfterSeconds: code === 'RATE_LIMITED' ? retryAfterSeconds : undefined,
    ...(isMissing && { code: 'NOT_FOUND', message: details[0]?.message ?? text, details: [] }),
  });
}

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

/** The code of undici for a response that is too large. */
const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/** Codes of undici for a connection that takes too long. Headers have a timeout only while a proxy opens a tunnel. */
const CONNECT_TIMEOUTS: unknown[] = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'];

/** Converts any error of a call to the error that the client throws. */
export function toUpstreamError(error: unknown, call: string, maxBytes: number): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const code = getErrorCode(error);
  if (CONNECT_TIMEOUTS.includes(code))
    return new UpstreamError('timeout', call, { cause: error, phase: 'CONNECT' });
  if (code === TOO_LARGE || code === 'ERR_BUFFER_TOO_LARGE')
    return createInvalidResponseError(call, `it is larger than ${maxBytes} bytes`, error);
  // Of zlib.
  if (/^Z_/.test(String(code)))
    return createInvalidResponseError(call, 'its content coding cannot be decoded');
  return new UpstreamError('connection', call, { cause: error });
}
