import { type ASTNode, GraphQLError } from 'graphql';
import type { ErrorCode } from '../graphql/error-codes.ts';
import type { CreateErrorBody } from '../shared/http-errors.ts';

/** Statuses of the errors of a request or a document. Those of fields have none. */
const STATUSES = {
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 400,
  FORBIDDEN: 403,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_TOO_LARGE: 400,
  OVERLOADED: 503,
  PAYLOAD_TOO_LARGE: 413,
  // The same as in Apollo Server.
  PERSISTED_QUERY_NOT_FOUND: 200,
  PERSISTED_QUERY_NOT_IN_LIST: 400,
  RATE_LIMITED: 429,
  UNAUTHENTICATED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_UNAVAILABLE: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;

/** Errors of a valid request: 200 if the client accepts `application/json`. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set<ErrorCode>([
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_TOO_LARGE',
]);

interface ErrorOptions {
  /** Default: that of the code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Adds `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The rule of the policy that refuses the request. */
  readonly rule?: string;
  readonly nodes?: ASTNode | undefined;
}

/** Creates the error for a request that is rejected, or whose result is rejected. */
export function createClientError(
  code: keyof typeof STATUSES,
  message: string,
  { status = STATUSES[code], headers, retryAfterSeconds, rule, nodes }: ErrorOptions = {},
): GraphQLError {
  const retryAfter = retryAfterSeconds !== undefined && {
    'retry-after': String(retryAfterSeconds),
  };
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: {
      code,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(rule !== undefined && { reason: 'policy', rule }),
      http: {
        status,
        headers: { ...headers, ...retryAfter },
        ...(OF_DOCUMENTS.has(code) && { spec: true }),
      },
    },
  });
}

/** @throws GraphQLError that names `what` if the text is not JSON. */
export const parseJson = (what: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw createClientError('BAD_REQUEST', `${what} is not valid JSON.`);
  }
};

const MEBIBYTE = 1024 * 1024;

/** Creates the error for a body of more than `limit` bytes. */
export const createBodyTooLargeError = (limit: number): GraphQLError =>
  createClientError(
    'PAYLOAD_TOO_LARGE',
    `The request is larger than ${Math.floor(limit / MEBIBYTE)} MiB.`,
  );

/** Creates the error for a body that arrives too slowly. */
export const createSlowBodyError = (): GraphQLError =>
  createClientError('BAD_REQUEST', 'The request took too long to arrive.', { status: 408 });

/** Creates the error for a client that disconnected before the response was complete. */
export const createDisconnectError = (): DOMException =>
  new DOMException('The client disconnected.', 'AbortError');

/** Creates the error for a body that is aborted: by its client, or by a stream that was passed to `fetch`. */
export const createEarlyEndError = (context: {
  readonly req: object | undefined;
  readonly signal: { readonly aborted: boolean };
}): Error =>
  context.req || context.signal.aborted
    ? createDisconnectError()
    : createClientError('BAD_REQUEST', 'The body of the request ended early.');

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  413: 'PAYLOAD_TOO_LARGE',
  431: 'PAYLOAD_TOO_LARGE',
  500: 'INTERNAL',
};

/** Creates the body of an error outside of any operation, in GraphQL's error format. */
export const createGraphErrorBody: CreateErrorBody = ({ status, message, requestId }) => ({
  errors: [
    {
      message,
      extensions: {
        code: CODES[status] ?? 'BAD_REQUEST',
        ...(requestId !== undefined && { requestId }),
      },
    },
  ],
});
