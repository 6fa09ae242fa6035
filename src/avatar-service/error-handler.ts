import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { CreateErrorBody } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { SpoolError } from '../shared/spool.ts';
import {
  Conflict,
  createErrorBody,
  type ErrorKind,
  HttpStatusError,
  SpoolUnavailable,
} from './errors.ts';
import { BuiltInRecordError, StoreFailure } from './store/store-error.ts';

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

/** A failure that passes by itself. Clients retry the status 503, so others do not have it. */
const PASSES: ErrorKind = { status: 503, headers: { 'retry-after': '1' } };

const STORE_FAILURES: Readonly<Record<StoreFailure['reason'], ErrorKind>> = {
  full: { status: 507 },
  busy: PASSES,
  unreachable: PASSES,
  readOnly: { status: 500 },
  missing: { status: 500 },
  damaged: { status: 500 },
  keyUnset: { status: 409 },
  keyLost: { status: 409 },
};

type ServiceError = FastifyError | HttpStatusError | StoreFailure | SpoolError;

function toHttpError(error: ServiceError): HttpStatusError {
  if (error instanceof HttpStatusError) return error;
  if (error instanceof BuiltInRecordError)
    return new Conflict(
      'Built-in records can only be changed with an API key of the default account.',
    );
  if (error instanceof SpoolError)
    return new SpoolUnavailable('Uploads cannot be stored at the moment. Try again later.');
  if (error instanceof StoreFailure)
    return new HttpStatusError(STORE_FAILURES[error.reason], error.message);
  const { statusCode: status = 500, message } = error;
  return new HttpStatusError({ status }, status < 500 ? message : 'Internal server error.');
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
  if (kind.status >= 500 || error instanceof StoreFailure) {
    const requestId = readRequestId(request.headers['x-request-id']);
    reply.header('x-request-id', requestId);
    onError(error, requestId);
  }
  return reply
    .status(kind.status)
    .headers({ ...kind.headers })
    .send(createErrorBody(kind, message, details));
}

export const createServiceErrorBody: CreateErrorBody = ({ status, message }) =>
  createErrorBody({ status }, message);
