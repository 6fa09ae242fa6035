import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller, Identify } from '../callers/caller.ts';
import { InvalidTokenError, KeysUnavailableError } from '../callers/errors.ts';
import type { GraphContext } from '../graphql/context.ts';
import type { Counted, RateCounter } from './rates.ts';
import { rootFields } from './root-fields.ts';

/** What node:http hands over beside a request; absent where there is no port. */
export interface ServerContext {
  readonly req?: IncomingMessage;
}

/** Seconds after which a caller may ask again where the keys to check tokens with cannot be had. */
const KEYS_RETRY = 5;

/** Fields with limits of their own, because each is work for the upstream or memory for us. */
const STRICTER: Readonly<Record<string, Counted>> = {
  createSessionToken: 'mints',
  createLegacySessionToken: 'mints',
  createAvatar: 'uploads',
};

const unauthenticated = (message: string, challenge: string) =>
  new GraphQLError(message, {
    extensions: {
      code: 'UNAUTHENTICATED',
      http: { status: 401, headers: { 'www-authenticate': challenge } },
    },
  });

/** The error for one who must come back later. */
export const tooMany = (seconds: number, status = 429): GraphQLError =>
  new GraphQLError(`Too much at once: come back in ${seconds} seconds.`, {
    extensions: {
      code: 'RATE_LIMITED',
      retryAfterSeconds: seconds,
      http: { status, headers: { 'retry-after': String(seconds) } },
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
      extensions: { code: 'UPSTREAM_UNAVAILABLE', http: { status: 503, headers } },
    });
  }
  return error;
}

const isUpload = ({ headers }: Request) =>
  headers.get('content-type')?.trim().toLowerCase().startsWith('multipart/') ?? false;

/** How requests are let in. */
export interface AdmissionOptions {
  readonly identify: Identify;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Absent: nothing is counted. */
  readonly counter?: RateCounter | undefined;
  /** Told of failures that are the operator's to mend. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Lets callers in: who they are, and how often they may come. */
export interface Admission {
  /** Before anything of a request's body is read, so that a stranger's bytes cost nothing; and before execution. */
  readonly plugin: Plugin<GraphContext, ServerContext>;
  /** Who sent a request that was let in. */
  callerOf(request: Request): Caller;
}

/** Makes the admission of one server. */
export function createAdmission({
  identify,
  addressOf,
  counter,
  onFault,
}: AdmissionOptions): Admission {
  const callers = new WeakMap<Request, Caller>();

  const recognise = async (request: Request, { req }: ServerContext): Promise<Caller> => {
    const address = req ? addressOf(req) : 'unknown';
    const wait = await counter?.take('requests', { id: undefined, address });
    if (wait !== undefined) throw tooMany(wait);
    const authorization = request.headers.get('authorization');
    const caller = await identify({ authorization, address });
    if (!caller.isAuthenticated && isUpload(request)) {
      throw unauthenticated(
        'An upload needs an Authorization header with a bearer token.',
        'Bearer',
      );
    }
    return caller;
  };

  /** Seconds to wait before all of `names` may be asked for. */
  const waitFor = async (names: readonly string[], caller: Caller) => {
    const waits = [await counter?.take('fields', caller, names.length)];
    for (const [what, fields] of Map.groupBy(names, (name) => STRICTER[name])) {
      if (what) waits.push(await counter?.take(what, caller, fields.length));
    }
    return Math.max(...waits.map((wait) => wait ?? 0));
  };

  return {
    plugin: {
      async onRequestParse({ request, serverContext }) {
        const caller = await recognise(request, serverContext).catch((error: unknown) => {
          if (error instanceof KeysUnavailableError) onFault?.(error);
          throw explained(error);
        });
        callers.set(request, caller);
      },
      async onExecute({ args, setResultAndStopExecution }) {
        if (!counter) return;
        const names = rootFields(args.document, args.operationName);
        const wait = await waitFor(names, args.contextValue.caller);
        if (wait > 0) setResultAndStopExecution({ errors: [tooMany(wait)] });
      },
    },
    callerOf: (request) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('This request was not let in.');
      return caller;
    },
  };
}
