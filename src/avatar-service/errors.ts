import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type SplittableIssue, splitIssues } from '../contract/describe-issue.ts';
import { type ErrorBody, type ErrorDetail, PLAN_REQUIRED } from '../contract/error.ts';
import type { CreateErrorBody } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { SpoolError } from '../shared/spool.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
import { StoreFailure } from './store/store-error.ts';

/** What the responses of one kind of error have in common. */
interface ErrorKind {
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

/** The request is invalid. */
export class BadRequest extends define({ status: 400 }) {
  /** A single problem at `path` of the body, the query or the path parameters. */
  static at(path: readonly (string | number)[], message: string): BadRequest {
    return new BadRequest('The request is invalid.', {
      details: [{ path: [...path], message, code: 'custom' }],
    });
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

const CLOSES = { connection: 'close' };

export const InvalidHost = define({ status: 400, headers: CLOSES });
/** The API key or token is missing, unknown, revoked or expired. */
export const Unauthorized = define({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
export const Forbidden = define({ status: 403 });
export const PlanRequired = define({ status: 403, reason: PLAN_REQUIRED });
export const NotFound = define({ status: 404 });
export const MethodNotAllowed = define({ status: 405 });
export const RequestTimeout = define({ status: 408, headers: CLOSES });
/** The state of the record does not allow the request. */
export const Conflict = define({ status: 409 });
export const PayloadTooLarge = define({ status: 413 });
export const UnsupportedMediaType = define({ status: 415 });
/** The range starts after the end of the file, whose size is in the header `content-range`. */
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

/** Failures that only the client can avoid. Others are reported to the operator. */
const REFUSALS: readonly unknown[] = ['builtIn', 'duplicateName'];

/** The errors that reach the handler. Others have the type of Fastify's. */
export type ServiceError = FastifyError | HttpStatusError | StoreFailure | SpoolError;

/** Of a failure of the store that passes by itself. */
const RETRY = { headers: { 'retry-after': '1' } };

function toHttpError(error: ServiceError): HttpStatusError {
  if (error instanceof HttpStatusError) return error;
  if (error instanceof SpoolError)
    return new HttpStatusError(
      { status: 503, headers: { 'retry-after': '5' } },
      'Uploads cannot be stored at the moment. Try again later.',
    );
  if (error instanceof StoreFailure) {
    const { status, message } = error;
    return new HttpStatusError({ status, ...(status === 503 && RETRY) }, message);
  }
  const { statusCode: status = 500, message } = error;
  return new HttpStatusError({ status }, status < 500 ? message : 'Internal server error.');
}

const createBody = (
  { status, title, reason }: ErrorKind,
  message: string,
  details?: readonly ErrorDetail[],
): ErrorBody => ({
  error: title ?? STATUS_CODES[status] ?? 'Error',
  ...(message !== '' && { message }),
  ...(reason !== undefined && { reason }),
  ...(details && { details: [...details] }),
});

export const createServiceErrorBody: CreateErrorBody = ({ status, message }) =>
  createBody({ status }, message);

/**
 * Reads and discards the rest of the body instead of closing the connection, because a client may read the response only
 * after it has sent the complete body. The request timeout of the server limits the time.
 */
function discardBody({ raw: request }: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection');
  reply.raw.once('finish', () => {
    request.unpipe();
    request.resume();
  });
}

/**
 * Responds to an error with JSON. A failure is passed to `onError`; the response to an unexpected one is a 500 without
 * details.
 */
export function handleError(
  error: ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
  onError: (error: unknown, requestId: string) => void,
): FastifyReply {
  discardBody(request, reply);
  const { kind, message, details } = toHttpError(error);
  if (kind.status >= 500 || (error instanceof StoreFailure && !REFUSALS.includes(error.reason))) {
    const requestId = readRequestId(request.headers['x-request-id']);
    reply.header('x-request-id', requestId);
    onError(error, requestId);
  }
  return reply
    .status(kind.status)
    .headers({ ...kind.headers })
    .send(createBody(kind, message, details));
}
