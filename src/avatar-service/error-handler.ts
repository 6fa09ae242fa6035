import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { CreateErrorBody } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { SpoolError } from '../shared/spool.ts';
import {
  Busy,
  createErrorBody,
  HttpStatusError,
  MethodNotAllowed,
  RangeNotSatisfiable,
  Unauthorized,
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

/** Statuses of store failures. 503 is only for failures that pass by themselves, because clients retry it. */
const STORE_STATUS = {
  full: 507,
  busy: 503,
  unreachable: 503,
  readOnly: 500,
  missing: 500,
  damaged: 500,
  keyUnset: 409,
  keyLost: 409,
} as const;

/**
 * Responds to an error with JSON. An unexpected error is passed to `onError`, and the response is a 500 without details.
 */
export function handleError(
  error: FastifyError | HttpStatusError | StoreFailure | SpoolError,
  request: FastifyRequest,
  reply: FastifyReply,
  onError: (error: unknown, requestId: string) => void,
): FastifyReply {
  discardBody(request, reply);
  const send = (status: number, message: string, parts?: Partial<HttpStatusError>) =>
    reply.status(status).send(createErrorBody(status, message, parts));
  if (error instanceof BuiltInRecordError)
    return send(
      409,
      'Built-in records can only be changed with an API key of the default account.',
    );
  if (error instanceof HttpStatusError) {
    if (error.closes) reply.header('connection', 'close');
    if (error instanceof Busy) reply.header('retry-after', String(error.retryAfterSeconds));
    if (error instanceof MethodNotAllowed) reply.header('allow', error.allow.join(', '));
    if (error instanceof RangeNotSatisfiable) {
      reply.header('content-range', `bytes */${error.size}`);
    }
    if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer');
    return send(error.status, error.message, error);
  }
  const requestId = readRequestId(request.headers['x-request-id']);
  const report = () => {
    reply.header('x-request-id', requestId);
    onError(error, requestId);
  };
  if (error instanceof SpoolError) {
    report();
    reply.header('retry-after', '5');
    return send(503, 'Uploads cannot be stored at the moment. Try again later.');
  }
  if (error instanceof StoreFailure) {
    report();
    const status = STORE_STATUS[error.reason];
    if (status === 503) reply.header('retry-after', '1');
    return send(status, error.message);
  }
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return send(statusCode, message);
  report();
  return send(500, 'Internal server error.');
}

export const createServiceErrorBody: CreateErrorBody = ({ status, message }) =>
  createErrorBody(status, message);
