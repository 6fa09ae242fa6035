import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { MAX_IMAGE_BYTES } from './contract/avatar.ts';
import { useOperationMemory } from './execution/plugin.ts';
import { anyKnownModel, withAvatarModels } from './graphql/avatar-models.ts';
import type { GraphContext } from './graphql/context.ts';
import { translate } from './graphql/errors.ts';
import { createIdMemory } from './graphql/known-ids.ts';
import { createLoaders } from './graphql/loaders.ts';
import { schema } from './graphql/schema.ts';
import { createLane } from './lane/lane.ts';
import { platform } from './lane/platform.ts';
import { usePages } from './pages/pages.ts';
import { pathOf } from './pages/path.ts';
import type { RestClient } from './rest/client.ts';
import type { Credential } from './rest/credential.ts';

/** Milliseconds that all calls of one operation may take together: one that is slow, and some before it. */
const OPERATION_TIMEOUT = 240_000;

/** Bytes of a request body besides its image, at most: room for an image that is too large to be told so by path. */
const BODY_BESIDES_IMAGE = 6 * 1024 * 1024;

/** What a server needs; it has no port and reads no environment. */
export interface ServerOptions {
  readonly rest: RestClient;
  /** The credential to call the upstream with, from the caller's own Authorization header. */
  readonly credential: (authorization: string | null) => Credential | undefined;
  /** Whether the upstream serves GET /v1/personas/{id}, an extension of the specification. Default false. */
  readonly personaById?: boolean;
  /** Bytes of an uploaded image, at most. Default: the specification's 10 MB. */
  readonly maxImageBytes?: number;
  /** Avatar models beyond the specification's that the enum AvatarModel has, too. Default none. */
  readonly furtherAvatarModels?: readonly string[];
  /** Milliseconds that one operation may take, all its upstream calls together. Default 240,000. */
  readonly operationTimeout?: number;
  /** Whether new requests are welcome: the answer of /ready. Default: always. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /**
   * Whether a host name is one of ours; requests to any other are refused. Default: every name is.
   * Where the server holds a key, this keeps out pages whose own name was made to point here (DNS rebinding).
   */
  readonly isOwnHost?: (hostname: string) => boolean;
  /** Told of every error that callers saw only as INTERNAL. */
  readonly onFault?: (fault: unknown, requestId: string) => void;
  /** Further plugins: they see errors as callers do, and stand around the execution of documents. */
  readonly plugins?: readonly Plugin[];
}

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** Names requests: by their own x-request-id if it is a sensible one, else anew. */
function requestIds() {
  const ids = new WeakMap<Request, string>();
  return (request: Request): string => {
    const known = ids.get(request);
    if (known) return known;
    const given = request.headers.get('x-request-id');
    const id = given && REQUEST_ID.test(given) ? given : randomUUID();
    ids.set(request, id);
    return id;
  };
}

/** A request that cannot be read is its sender's fault, whatever Yoga's readers throw for it. */
function unreadable(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.http) return error;
  const message = error instanceof GraphQLError ? error.message : 'The request cannot be read.';
  return new GraphQLError(message, {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}

/** Gives every answer its request id, and every error the one shape that callers see. */
function useErrorTranslation(idOf: (request: Request) => string, options: ServerOptions): Plugin {
  return {
    onResultProcess({ request, result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      const errors = result.errors.map((error) => {
        const { sent, masked } = translate(error, idOf(request));
        if (masked !== undefined) options.onFault?.(masked, idOf(request));
        return sent;
      });
      setResult({ ...result, errors });
    },
    onRequestParse({ requestParser, setRequestParser }) {
      if (!requestParser) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          throw unreadable(error);
        }
      });
    },
    onResponse({ request, response }) {
      response.headers.set('x-request-id', idOf(request));
    },
  };
}

const isSafe = ({ method }: Request) =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Whether a browser sent this on behalf of a page of another origin. Other clients send neither header. */
function isCrossOrigin({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && URL.parse(origin)?.host !== (headers.get('host') ?? new URL(url).host);
}

/**
 * Refuses what a foreign page makes a browser send. A form post to us needs no permission of ours, and the server may
 * hold the key that makes it work.
 */
function useOwnPagesOnly({ isOwnHost = () => true }: ServerOptions): Plugin {
  // One name at a time is remembered: nearly all requests bear the same.
  let last = { host: '', hostname: '' };
  const hostnameOf = (host: string | null) => {
    if (host === null) return '';
    if (host !== last.host) {
      last = { host, hostname: URL.parse(`http://${host}`)?.hostname ?? '' };
    }
    return last.hostname;
  };
  return {
    onRequest({ request, endResponse, fetchAPI }) {
      const refuse = (status: number, message: string) => {
        const errors = [{ message, extensions: { code: 'FORBIDDEN' } }];
        endResponse(fetchAPI.Response.json({ errors }, { status }));
      };
      const hostname = hostnameOf(request.headers.get('host'));
      if (!isOwnHost(hostname)) {
        refuse(421, `This API is not known as ${hostname || 'that'}: PUBLIC_URL can name it.`);
      } else if (!isSafe(request) && isCrossOrigin(request)) {
        refuse(403, 'This API takes writes of browsers only from pages of its own origin.');
      }
    },
  };
}

/** /ready: whether new requests are welcome. */
function useReadiness({ isReady = () => true }: ServerOptions): Plugin {
  return {
    onRequest({ request, endResponse, fetchAPI }) {
      if (pathOf(request) !== '/ready') return undefined;
      return Promise.resolve(isReady()).then((ready) =>
        endResponse(new fetchAPI.Response(null, { status: ready ? 200 : 503 })),
      );
    },
  };
}

/** Builds the GraphQL server: a request handler for node:http. */
export function createServer(options: ServerOptions) {
  const { maxImageBytes = MAX_IMAGE_BYTES, furtherAvatarModels = [] } = options;
  const furtherModels = anyKnownModel.array().parse(furtherAvatarModels);
  const idOf = requestIds();
  const knownIds = createIdMemory();
  const lane = createLane();
  const yoga = createYoga<object, GraphContext>({
    schema: withAvatarModels(schema, furtherModels),
    graphqlEndpoint: '/graphql',
    context: ({ request }) => {
      const credential = options.credential(request.headers.get('authorization'));
      const until = performance.now() + (options.operationTimeout ?? OPERATION_TIMEOUT);
      const rest = options.rest.for({ credential, signal: request.signal, until });
      return {
        rest,
        loaders: createLoaders(rest, options.personaById),
        known: knownIds(credential),
        maxImageBytes,
        furtherModels,
      };
    },
    plugins: [
      useErrorTranslation(idOf, options),
      useOwnPagesOnly(options),
      usePages(),
      useReadiness(options),
      useOperationMemory(),
      ...(options.plugins ?? []),
      lane.plugin,
    ],
    // Documents are remembered by our own plugin, which plans them, too.
    parserAndValidationCache: false,
    // Errors are masked by our own translation, which knows the request they belong to.
    maskedErrors: false,
    logging: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    maxRequestBodySize: maxImageBytes + BODY_BESIDES_IMAGE,
    fetchAPI: platform,
  });
  return lane.listener(yoga);
}
