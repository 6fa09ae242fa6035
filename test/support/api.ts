import { type Authenticate, createTrustedCaller } from '../../src/graphql/authorization/caller.ts';
import type { ErrorExtensions } from '../../src/graphql/error-extensions.ts';
import {
  createSharedOrForwardedKeyAuth,
  forwardedKeyAuth,
} from '../../src/server/authentication/authenticate.ts';
import type { FetchHandler } from '../../src/server/fetch-handler.ts';
import { createServer } from '../../src/server/server.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { createSpool } from '../../src/shared/spool.ts';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { multipart } from './files.ts';
import { DOCUMENTS } from './operations.ts';
import { listen, onFinished } from './resources.ts';

/** A response of the API. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
  readonly data: any;
  readonly errors:
    | undefined
    | {
        readonly message: string;
        readonly path?: (string | number)[];
        readonly locations?: unknown;
        readonly extensions: ErrorExtensions;
      }[];
}

/** The API with an upstream, called over HTTP. */
export interface Api {
  readonly url: string;
  /** The server as a Fetch handler. */
  readonly fetch: FetchHandler;
  /** Runs a document. Without an authorization header, the server uses its own key. */
  run(document: string, variables?: object, headers?: Record<string, string>): Promise<ApiResponse>;
  /** The same as a GraphQL multipart request, with `files` by variable path. */
  upload(document: string, variables: object, files: Record<string, File>): Promise<ApiResponse>;
  /** Runs an operation of schema/operations. */
  runNamed(
    operationName: string,
    request: { readonly variables: object; readonly files?: Record<string, File> },
  ): Promise<ApiResponse>;
  /** Sends any body. */
  send(init: RequestInit): Promise<ApiResponse>;
}

type Options = Partial<ServerOptions> & { rest?: never; client?: Partial<RestOptions> };

/** Forwarded keys; without one, the upstream is called without a key. */
const authenticateAnyone: Authenticate = (authorization) =>
  authorization === null ? createTrustedCaller(undefined, true) : forwardedKeyAuth(authorization);

/** Starts the API with the upstream at `url`, for the running test. `key` is sent for callers without a key. */
export async function startApi(
  upstream: { readonly url: string; readonly key?: string | undefined },
  { client, ...options }: Options = {},
): Promise<Api> {
  const rest = createRestClient({ url: upstream.url, retryDelay: 1, ...client });
  const authenticate =
    upstream.key === undefined
      ? authenticateAnyone
      : createSharedOrForwardedKeyAuth(Credential.fromKey(upstream.key));
  const spool = createSpool();
  const server = createServer({ rest, authenticate, spool, ...options });
  const url = `${await listen(server)}${server.graphqlEndpoint}`;
  onFinished(async () => {
    await rest.close();
    await spool.close();
  });
  const send = async (init: RequestInit): Promise<ApiResponse> => {
    const response = await fetch(url, { method: 'POST', ...init });
    const { status, headers } = response;
    const { data, errors } = JSON.parse(await response.text());
    return { status, headers, data, errors };
  };
  const sendJson = (operations: object, headers: Record<string, string> = {}) =>
    send({
      body: JSON.stringify(operations),
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    });
  const sendForm = (operations: object, files: Record<string, File>) =>
    send({ body: multipart(operations, files) });
  return {
    url,
    fetch: server.fetch,
    send,
    run: (query, variables = {}, headers = {}) => sendJson({ query, variables }, headers),
    upload: (query, variables, files) => sendForm({ query, variables }, files),
    runNamed: (operationName, { variables, files }) => {
      const operations = { query: DOCUMENTS[operationName], variables, operationName };
      return files ? sendForm(operations, files) : sendJson(operations);
    },
  };
}
