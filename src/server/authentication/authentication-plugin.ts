import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Authenticate, Caller } from '../../graphql/authorization/caller.ts';
import type { GraphContext } from '../../graphql/context.ts';
import type { RateLimitBucket, RateLimiter, RateLimitSubject } from '../limits/rate-limits.ts';
import { listRootFields } from '../limits/root-fields.ts';
import { InvalidTokenError, KeysUnavailableError } from './jwt-errors.ts';

/** What node:http hands over beside a request; absent where there is no port. */
export interface ServerContext {
  readonly req?: IncomingMessage;
}

/** Seconds after which a caller may ask again where the keys to check tokens with cannot be had. */
const KEYS_RETRY = 5;

/** Fields with limits of their own, because each is work for the upstream or memory for us. */
const STRICTER: Readonly<Record<string, RateLimitBucket>> = {
  createSessionToken: 'mints',
  createLegacySessionToken: 'mints',
  createAvatar: 'uploads',
  createVoice: 'uploads',
};

const unauthenticated = (message: string, challenge: string) =>
  new GraphQLError(message, {
    extensions: {
      code: 'UNAUTHENTICATED',
      http: { status: 401, headers: { 'www-authenticate': challenge } },
    },
  });

/** The error for one who must come back later: because of what they did, or of what all do together. */
export const createRetryLaterError = (
  code: 'RATE_LIMITED' | 'OVERLOADED',
  seconds: number,
): GraphQLError =>
  new GraphQLError(`Too many requests. Retry after ${seconds} seconds.`, {
    extensions: {
      code,
      retryAfterSeconds: seconds,
      http: {
        status: code === 'OVERLOADED' ? 503 : 429,
        headers: { 'retry-after': String(seconds) },
      },
    },
  });

/** A failure to recognise somebody, as callers see it. */
function explained(error: unknown): unknown {
  if (error instanceof InvalidTokenError) {
    const challenge = `Bearer error="invalid_token", error_description="${error.message}"`;
    return unauthenticated(error.message, challenge);
  }
  if (error instanceof KeysUnavailableError) {
    const headers = { 'retry-after': String(KEYS_RETRY) };
    return new GraphQLError(error.message, {
      extensions: {
        code: 'UPSTREAM_UNAVAILABLE',
        retryAfterSeconds: KEYS_RETRY,
        http: { status: 503, headers },
      },
    });
  }
  return error;
}

const isUpload = ({ headers }: Request) =>
  headers.get('content-type')?.trim().toLowerCase().startsWith('multipart/') ?? false;

/** How requests are let in. */
export interface AuthenticationOptions {
  readonly authenticate: Authenticate;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Absent: nothing is counted. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Told of failures that are the operator's to mend. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Lets callers in: who they are, and how often they may come. */
export interface Authentication {
  /** Before anything of a request's body is read, so that a stranger's bytes cost nothing; and before execution. */
  readonly plugin: Plugin<GraphContext, ServerContext>;
  /** Who sent a request that was let in. */
  callerOf(request: Request): Caller;
}

/** Makes the admission of one server. */
export function createAuthentication({
  authenticate,
  addressOf,
  rateLimiter,
  onFault,
}: AuthenticationOptions): Authentication {
  const callers = new WeakMap<Request, Caller>();
  const addresses = new WeakMap<Request, string>();

  const letIn = (request: Request, caller: Caller) => {
    if (!caller.isAuthenticated && isUpload(request)) {
      const message = 'An upload requires an Authorization header with a bearer token.';
      throw unauthenticated(message, 'Bearer');
    }
    callers.set(request, caller);
  };

  const recognise = (request: Request): void | Promise<void> => {
    const caller = authenticate(request.headers.get('authorization'));
    if (!(caller instanceof Promise)) return letIn(request, caller);
    return caller.then(
      (known) => letIn(request, known),
      (error: unknown) => {
        if (error instanceof KeysUnavailableError) onFault?.(error);
        throw explained(error);
      },
    );
  };

  const count = async (counts: RateLimiter, request: Request, { req }: ServerContext) => {
    const address = req ? addressOf(req) : 'unknown';
    addresses.set(request, address);
    const wait = await counts.consume('requests', { id: undefined, address });
    if (wait !== undefined) throw createRetryLaterError('RATE_LIMITED', wait);
  };

  /** Seconds to wait before all of `names` may be asked for. */
  const waitFor = async (counts: RateLimiter, names: readonly string[], who: RateLimitSubject) => {
    const waits = [await counts.consume('fields', who, names.length)];
    for (const [what, fields] of Map.groupBy(names, (name) => STRICTER[name])) {
      if (what) waits.push(await counts.consume(what, who, fields.length));
    }
    return Math.max(...waits.map((wait) => wait ?? 0));
  };

  return {
    plugin: {
      onRequestParse({ request, serverContext }) {
        if (!rateLimiter) return recognise(request);
        return count(rateLimiter, request, serverContext).then(() => recognise(request));
      },
      onExecute({ args, setResultAndStopExecution }) {
        if (!rateLimiter) return undefined;
        const { document, operationName, contextValue } = args;
        const { caller, request } = contextValue;
        const who = { id: caller.id, address: addresses.get(request) ?? 'unknown' };
        return waitFor(rateLimiter, listRootFields(document, operationName), who).then((wait) => {
          if (wait > 0)
            setResultAndStopExecution({ errors: [createRetryLaterError('RATE_LIMITED', wait)] });
        });
      },
    },
    callerOf: (request) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('The request was not authenticated.');
      return caller;
    },
  };
}
