import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody as HttpErrorBody } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { SpoolError } from '../shared/spool.ts';
import {
  errorBody,
  MethodNotAllowed,
  RangeNotSatisfiable,
  Refusal,
  RequestTimeout,
  Unauthorized,
} from './errors.ts';
import { StoreFailure } from './store/store-error.ts';

/**
 * A client may look for the answer only after it has sent everything, so what is still coming is read and dropped
 * instead of closing on it; the server's request timeout bounds how long.
 */
function dropRest({ raw: request }: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection');
  reply.raw.once('finish', () => {
    request.unpipe();
    request.resume();
  });
}

/** Statuses of a store that fails: where it is not the service itself that is away, 503 would say too much. */
const STORE_STATUS = {
  full: 507,
  busy: 503,
  unreachable: 503,
  readOnly: 500,
  away: 500,
  damaged: 500,
  keyUnset: 409,
  keyLost: 409,
} as const;

/** Answers a failure in JSON. One that is no refusal is a 500 that says nothing of it, and `onError` is told. */
export function handleError(
  error: FastifyError | Refusal | StoreFailure | SpoolError,
  request: FastifyRequest,
  reply: FastifyReply,
  onError: (error: unknown, requestId: string) => void,
): FastifyReply {
  dropRest(request, reply);
  if (error instanceof Refusal) {
    // What does not come is not waited for.
    if (error instanceof RequestTimeout) reply.header('connection', 'close');
    if (error instanceof MethodNotAllowed) reply.header('allow', error.allow.join(', '));
    if (error instanceof RangeNotSatisfiable) {
      reply.header('content-range', `bytes */${error.size}`);
    }
    if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer');
    return reply.status(error.status).send(errorBody(error.status, error.message, error.details));
  }
  const requestId = readRequestId(request.headers['x-request-id']);
  const tell = () => {
    reply.header('x-request-id', requestId);
    onError(error, requestId);
  };
  if (error instanceof SpoolError) {
    tell();
    const message = 'Uploads cannot be stored at the moment. Try again later.';
    return reply.status(503).header('retry-after', '5').send(errorBody(503, message));
  }
  if (error instanceof StoreFailure) {
    tell();
    const status = STORE_STATUS[error.reason];
    if (status === 503) reply.header('retry-after', '1');
    return reply.status(status).send(errorBody(status, error.message));
  }
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return reply.status(statusCode).send(errorBody(statusCode, message));
  tell();
  return reply.status(500).send(errorBody(500, 'Internal server error.'));
}

/** The body of an error that is answered outside of any route. */
export const serviceErrorBody: HttpErrorBody = ({ status, message }) => errorBody(status, message);
