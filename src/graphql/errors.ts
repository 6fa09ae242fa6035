import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import * as rest from '../upstream/errors.ts';
import {
  ERROR_CODES,
  type ErrorCode,
  type ErrorExtensions,
  type InputIssue,
} from './error-codes.ts';

/** A broken rule as zod tells it. */
interface BrokenRule {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
}

/** BAD_USER_INPUT for arguments that break the contract's rules. */
export function createInputError(
  issues: readonly BrokenRule[],
  message = 'The input is invalid.',
): GraphQLError {
  const listed = issues.map(({ path, message, code }) => ({
    path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    message,
    code: code ?? 'custom',
  }));
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', issues: listed } satisfies ErrorExtensions,
  });
}

/** The names that a field's arguments have where the upstream's body or query has others. */
const ARGUMENT_PATHS: Record<string, Record<string, readonly string[]>> = {
  createAvatar: { imageFile: ['image', 'file'], imageUrl: ['image', 'url'] },
  createVoice: { audioFile: ['audio', 'file'], audioUrl: ['audio', 'url'] },
  personas: { search: ['name'] },
  personasConnection: { search: ['name'] },
};

const CONNECTION_PATHS: Record<string, readonly string[]> = {
  perPage: ['first'],
  page: ['after'],
};

const renamedPath = (field: string, argument: string) =>
  ARGUMENT_PATHS[field]?.[argument] ??
  (field.endsWith('Connection') ? CONNECTION_PATHS[argument] : undefined) ?? [argument];

const takesInput = (field: string) => /^(create|update)/.test(field);

const argumentPath = (field: string, [head, ...tail]: readonly (string | number)[]) => {
  const renamed = head === undefined ? [] : renamedPath(field, String(head));
  const path = [...renamed, ...tail];
  return takesInput(field) && head !== 'id' ? ['input', ...path] : path;
};

type Explained = Omit<ErrorExtensions, 'requestId'>;

/** What a failure of the upstream is to our caller; undefined for anything that is not one. */
function explain(error: unknown, field: string): Explained | undefined {
  const explained = codeOf(error, field);
  const reason = error instanceof rest.HttpStatusError ? error.reason : undefined;
  return explained && reason !== undefined ? { ...explained, reason } : explained;
}

/** The codes of failures that have nothing more to tell; a class comes before those it extends. */
const CODES: readonly (readonly [abstract new (...args: never) => rest.RestError, ErrorCode])[] = [
  [rest.UnauthorizedError, 'UNAUTHENTICATED'],
  [rest.ForbiddenError, 'FORBIDDEN'],
  [rest.NotFoundError, 'NOT_FOUND'],
  [rest.ConflictError, 'CONFLICT'],
  [rest.PayloadTooLargeError, 'PAYLOAD_TOO_LARGE'],
  [rest.UnsupportedMediaTypeError, 'UNSUPPORTED_MEDIA_TYPE'],
  [rest.UnprocessableError, 'UNPROCESSABLE'],
  [rest.RateLimitedError, 'RATE_LIMITED'],
  [rest.HttpStatusError, 'UPSTREAM_INVALID_RESPONSE'],
  [rest.NotSupportedError, 'NOT_SUPPORTED'],
  [rest.OverloadedError, 'OVERLOADED'],
  [rest.TimeoutError, 'UPSTREAM_TIMEOUT'],
  [rest.InvalidResponseError, 'UPSTREAM_INVALID_RESPONSE'],
  [rest.RestError, 'UPSTREAM_UNAVAILABLE'],
];

const WITH_RETRY_AFTER = [
  rest.RateLimitedError,
  rest.UpstreamFailedError,
  rest.CircuitOpenError,
  rest.OverloadedError,
];

const retryAfterOf = (error: unknown) =>
  WITH_RETRY_AFTER.flatMap((kind) => (error instanceof kind ? [error.retryAfterSeconds] : []))[0];

function codeOf(error: unknown, field: string): Explained | undefined {
  if (error instanceof rest.BadRequestError) {
    const issues = error.details.map((detail) => ({
      ...detail,
      path: argumentPath(field, detail.path),
    }));
    return { code: 'BAD_USER_INPUT', issues };
  }
  const code = CODES.find(([kind]) => error instanceof kind)?.[1];
  const retryAfterSeconds = retryAfterOf(error);
  return code && { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);

/** What an error of our own rules, of the GraphQL engine or of the server around it is; undefined for any other. */
function explainGraphQL({
  extensions,
  path,
  message,
  originalError,
}: GraphQLError): Explained | undefined {
  if (path === undefined && message.startsWith('Variable "')) {
    return { code: 'BAD_USER_INPUT', issues: [variableIssue(message)] };
  }
  if (isErrorCode(extensions.code)) return { code: extensions.code };
  const isEngines = originalError === undefined || originalError instanceof GraphQLError;
  const [, argument] = /^Argument "(\w+)" (?:of|has)/.exec(message) ?? [];
  // Such as null as the value of a nullable variable with a default, which validation allows.
  if (isEngines && argument !== undefined) {
    return {
      code: 'BAD_USER_INPUT',
      issues: [{ path: [argument], message, code: 'invalid_type' }],
    };
  }
  const status = Reflect.get(Object(extensions.http), 'status');
  if (status === 413) return { code: 'PAYLOAD_TOO_LARGE' };
  const isOfRequest = path === undefined || extensions.code !== undefined || status !== undefined;
  return isEngines && isOfRequest ? { code: 'BAD_REQUEST' } : undefined;
}

/** graphql-js tells the place of a bad variable only inside its message. */
function variableIssue(message: string): InputIssue {
  const [, name = '', place = name] =
    /^Variable "\$(\w+)"(?:.* at "([\w.[\]]+)")?/s.exec(message) ?? [];
  const path = place.split(/[.[\]]+/).filter((key) => key !== '');
  return {
    path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    message,
    code: 'invalid_type',
  };
}

/** What of an explained error's extensions goes on to callers, or, as `http`, to the server. */
function passedOn({ http, originalError, ...extensions }: GraphQLErrorExtensions) {
  const status = Reflect.get(Object(http), 'status');
  const passed = {
    // Yoga tells by `originalError`, which is for nobody else, that a body was not JSON, and the status holds for all.
    http: originalError === undefined ? http : { status },
    issues: extensions.issues,
    reason: extensions.reason,
    retryAfterSeconds: extensions.retryAfterSeconds,
  };
  return Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined));
}

/**
 * Turns any error of an operation into the one shape callers see: a code, its details and the request's id. What is
 * not known is masked as INTERNAL.
 * @returns the error to send, and the original where it was masked and so belongs in the log.
 */
export function translateError(
  error: GraphQLError,
  requestId: string,
): { readonly sent: GraphQLError; readonly masked?: unknown } {
  const { nodes, source, positions, path, originalError } = error;
  const field = nodes?.[0]?.kind === 'Field' ? nodes[0].name.value : '';
  const explained = explainGraphQL(error) ?? explain(originalError, field);
  const known: Explained = explained ?? { code: 'INTERNAL' };
  const message = explained ? error.message : 'Internal server error.';
  const sent = new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: {
      // A fault outside of any field leaves nothing of the answer.
      ...(explained ? passedOn(error.extensions) : path === undefined && { http: { status: 500 } }),
      ...known,
      requestId,
    },
  });
  return explained ? { sent } : { sent, masked: originalError ?? error };
}
