import type { ApiError } from './errors.ts';
import { readResponse } from './read-response.ts';
import { createRefresh } from './refresh.ts';
import { createRequestBody, type DocumentParameters } from './request-body.ts';
import {
  type ErrorMode,
  type HeaderValues,
  type RequestOptions,
  sendRequest,
} from './send-request.ts';
import type { TypedDocument, WithVariables } from './typed-document.ts';

/** Headers of a request: fixed, or created for each request, for example with a refreshed token. */
export type RequestHeaders = HeaderValues | (() => HeaderValues | Promise<HeaderValues>);

/** What is known when a token is needed. */
export interface TokenRequest {
  /** The token that the API did not accept, if there is one: another is needed. */
  readonly refused: string | undefined;
  /** Those of the client, which must not be used for this, because its requests wait for the token. */
  readonly options: ClientOptions;
}

/** Returns the token of requests: the one that it has, or a new one. */
export type GetToken = (request: TokenRequest) => Promise<string | undefined>;

export interface ClientOptions {
  /** Address of the API. Default `/graphql` on the page's origin; a server needs an absolute URL. */
  readonly url?: string;
  readonly headers?: RequestHeaders;
  /**
   * Returns the bearer token of each request, such as `guestToken()`. After UNAUTHENTICATED it is called for another one,
   * once for all concurrent requests; each of them is then sent once more.
   */
  readonly getToken?: GetToken;
  /** Sends the requests, except uploads with `onUploadProgress` in a browser. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * What requests contain of their document: its text, or only its hash. The API knows the hashes of this package's
   * documents, and of those in the manifests of `PERSISTED_OPERATIONS`. Default `text`.
   */
  readonly documents?: 'text' | 'hash';
  /**
   * What a response with errors and data becomes: an `ApiError` with the data, or the data alone, whose failed fields are
   * null. Without any data it is always an error. Default `throw`.
   */
  readonly errors?: ErrorMode;
  /** Called with the error that partial data hides, for example to log it. */
  readonly onPartialData?: (error: ApiError) => void;
  /**
   * Refreshes the credential that `headers` returns. Called when a request fails with UNAUTHENTICATED, once for all
   * concurrent requests; each of them is then sent once more. If it fails, they fail with its error as their `cause`.
   * It must not use this client, whose requests wait for it.
   */
  readonly onUnauthenticated?: () => void | Promise<void>;
  /**
   * Part of every query key. Two clients may share a QueryClient only if they have different names. A server's client
   * and the browser's that hydrates its data need the same name. Default `default`.
   */
  readonly name?: string;
}

/** Sends operations to the API with the credential of one user. */
export interface Client {
  readonly name: string;
  /**
   * Sends one operation and returns its data.
   * @throws ApiError if the response has errors (see `errors` of the options), and with the codes NETWORK and INVALID_RESPONSE if there is no valid
   * response; the signal's reason if the request was aborted; the error of a `headers` function; Error if it has to
   * send a hash and the document has none.
   */
  request<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    ...[variables, options]: WithVariables<Variables, RequestOptions>
  ): Promise<Data>;
}

/** Runs a function. When the signal is aborted, the promise is immediately rejected with its reason. */
const runUntilAborted = <Data>(
  run: () => Promise<Data>,
  signal: AbortSignal | undefined,
): Promise<Data> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    run()
      .finally(() => signal?.removeEventListener('abort', abort))
      .then(resolve, reject);
  });

type AnyDocument = Pick<TypedDocument<unknown, never>, 'toString' | '__meta__'>;

function nameDocument(
  document: AnyDocument,
  { documents }: Pick<ClientOptions, 'documents'>,
): DocumentParameters {
  if (documents !== 'hash') return { query: document.toString() };
  const sha256Hash = document.__meta__?.hash;
  if (!sha256Hash) throw new Error('The document has no hash.');
  return { extensions: { persistedQuery: { version: 1, sha256Hash } } };
}

/**
 * Creates a client: one for a browser's page, and one for each request that a server renders. Nothing is shared
 * between clients.
 */
export function createClient(options: ClientOptions = {}): Client {
  const {
    name = 'default',
    url = '/graphql',
    headers,
    getToken,
    onPartialData = () => {},
  } = options;
  let token: string | undefined;
  const loadToken = async (refused?: string) => {
    token = await getToken?.({ options, refused });
    return token ? { authorization: `Bearer ${token}` } : {};
  };
  const retryAuthenticated = createRefresh(() =>
    token ? () => loadToken(token) : options.onUnauthenticated,
  );
  const send = async (body: string | FormData, call: RequestOptions): Promise<unknown> => {
    const customHeaders = {
      ...(typeof headers === 'function' ? await headers() : headers),
      ...(await loadToken()),
    };
    const contentType = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const accept = 'application/graphql-response+json, application/json';
    const request = { url, headers: { accept, ...contentType, ...customHeaders }, body };
    const isPartial = (call.errors ?? options.errors) === 'partial';
    const response = await sendRequest(request, call, options.fetch ?? globalThis.fetch);
    return readResponse(response, isPartial ? onPartialData : undefined);
  };
  return {
    name,
    request: async <Data>(
      document: AnyDocument,
      variables?: unknown,
      call: RequestOptions = {},
    ) => {
      const body = createRequestBody(nameDocument(document, options), variables);
      const run = () => retryAuthenticated(() => send(body, call));
      // The document's type is generated from the API's schema.
      return runUntilAborted(run, call.signal) as Promise<Data>;
    },
  };
}

/** The client of queries and mutations without one, and of hooks without a `ClientProvider`. */
export const defaultClient: Client = /*#__PURE__*/ createClient();

/** Sends an operation whose variables were checked by the caller's types. */
export const sendOperation = <Data, Variables>(
  client: Client,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  options: RequestOptions,
): Promise<Data> =>
  // Whether variables are optional is not known while their type is a parameter.
  client.request(document, ...([variables, options] as WithVariables<Variables, RequestOptions>));
