import type { RequestListener } from 'node:http';
import { Writable } from 'node:stream';
import { type Authenticate, createTrustedCaller } from '../../src/graphql/authorization/caller.ts';
import type { ErrorExtensions } from '../../src/graphql/error-extensions.ts';
import { type Config, readConfig } from '../../src/runtime/config/config.ts';
import type { StartOptions as ProcessOptions, Running } from '../../src/runtime/running.ts';
import { startApi } from '../../src/runtime/start-api.ts';
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
import { startAvatarService } from './avatar-service.ts';
import { type FakeService, fakeService, forwardTo } from './fake-service.ts';
import { multipart } from './files.ts';
import { DOCUMENTS } from './operations.ts';
import { listen, onFinished } from './resources.ts';
import { tempStoreFolder } from './stores.ts';

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

/** Calls of the API over HTTP. */
export interface Calls {
  /** Runs a document. Without an authorization header, the server uses its own key. */
  run(document: string, variables?: object, headers?: Record<string, string>): Promise<ApiResponse>;
  /** The same as a GraphQL multipart request, with `files` by variable path. */
  upload(
    document: string,
    variables: object,
    files: Record<string, File>,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  /** Runs an operation of schema/operations. */
  runNamed(
    operationName: string,
    request: { readonly variables: object; readonly files?: Record<string, File> },
  ): Promise<ApiResponse>;
  /** Posts JSON, or text as JSON, with no other headers. */
  post(body: object | string, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Gets the graph with these parameters, of which those that are no text are sent as JSON. */
  get(parameters: object, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Sends any body. */
  send(init: RequestInit): Promise<ApiResponse>;
}

/** The API with an upstream. */
export interface Api extends Calls {
  /** The address of the graph. */
  readonly url: string;
  /** The server itself. */
  readonly fetch: FetchHandler;
}

/** The API as the program starts it. `url` is the address of the server, to which `/graphql` is added. */
export interface SettledApi extends Calls, Running {
  /** Returns the lines of the log so far. A line may arrive after the response of its operation. */
  logged(): LogLine[];
  /** Returns the lines of the audit so far. */
  audited(): LogLine[];
}

/** A line of the log or the audit. */
type LogLine = Record<string, unknown>;

/** How the API starts as the program does. Besides, any option of the process. */
interface SettledOptions extends ProcessOptions {
  readonly settings: Record<string, string>;
  /** Starts another server than the API. */
  readonly startServer?: (config: Config, options: ProcessOptions) => Promise<Running>;
  /** Timeout of the commands of Redis in milliseconds. Default: one that is long enough for slow machines. */
  readonly redisTimeout?: number | undefined;
}

/** Where an upstream is, and the key that is sent for callers without one. */
export interface Address {
  readonly url: string;
  readonly key?: string | undefined;
}

/** How the API starts. Besides, any option of the server. */
export interface StartOptions extends Partial<Omit<ServerOptions, 'rest'>> {
  /** The extensions of the upstream. Default: all for the built-in avatar service, none for another. */
  readonly extensions?: RestOptions['extensions'];
  /** Options of the REST client. */
  readonly client?: Partial<RestOptions>;
}

/** Returns functions that call the graph at `url`, each with these headers. */
function createCalls(url: string, ownHeaders: Record<string, string> = {}): Calls {
  const read = async (response: Response): Promise<ApiResponse> => {
    const { status, headers } = response;
    const { data, errors } = JSON.parse((await response.text()) || '{}');
    return { status, headers, data, errors };
  };
  const send = async (init: RequestInit) => read(await fetch(url, { method: 'POST', ...init }));
  const post = (body: object | string, headers: Record<string, string> = {}) =>
    send({
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const get = async (parameters: object, headers: Record<string, string> = {}) => {
    const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    // fetch must not answer from a cache of its own.
    const init: RequestInit = { headers, cache: 'no-store' };
    return read(await fetch(`${url}?${new URLSearchParams(texts)}`, init));
  };
  const sendJson = (operations: object, headers: Record<string, string> = {}) =>
    post(operations, { accept: 'application/json', ...ownHeaders, ...headers });
  const sendForm = (
    operations: object,
    files: Record<string, File>,
    headers: Record<string, string> = {},
  ) => send({ body: multipart(operations, files), headers: { ...ownHeaders, ...headers } });
  return {
    send,
    post,
    get,
    run: (query, variables = {}, headers = {}) => sendJson({ query, variables }, headers),
    upload: (query, variables, files, headers) => sendForm({ query, variables }, files, headers),
    runNamed: (operationName, { variables, files }) => {
      const operations = { query: DOCUMENTS[operationName], variables, operationName };
      return files ? sendForm(operations, files) : sendJson(operations);
    },
  };
}

/** Calls of a server with these settings. With another upstream and no shared key, they have a key by default. */
export const createCallsBySettings = (
  url: string,
  settings: Record<string, string>,
  ownHeaders: Record<string, string> = {},
): Calls => {
  const forwardsKeys = settings.UPSTREAM_URL !== undefined && !settings.UPSTREAM_API_KEY;
  return createCalls(`${url}/graphql`, {
    ...(forwardsKeys && { authorization: 'Bearer a-key' }),
    ...ownHeaders,
  });
};

/** Forwarded keys; without one, the upstream is called without a key. */
const authenticateAnyone: Authenticate = (authorization) =>
  authorization === null ? createTrustedCaller(undefined, true) : forwardedKeyAuth(authorization);

async function startOver({ url, key }: Address, options: StartOptions): Promise<Api> {
  const { client, extensions, ...serverOptions } = options;
  const rest = createRestClient({
    url,
    retryDelay: 1,
    ...(extensions && { extensions }),
    ...client,
  });
  const authenticate =
    key === undefined
      ? authenticateAnyone
      : createSharedOrForwardedKeyAuth(Credential.fromKey(key));
  const spool = createSpool();
  const server = createServer({ rest, authenticate, spool, ...serverOptions });
  const graphUrl = `${await listen(server)}${server.graphqlEndpoint}`;
  onFinished(async () => {
    await rest.close();
    await spool.close();
  });
  return { ...createCalls(graphUrl), url: graphUrl, fetch: server.fetch };
}

/** Creates a stream, and a function that parses the lines written to it so far. */
function collectLines() {
  let text = '';
  const stream = new Writable({
    write(chunk, _, callback) {
      text += chunk;
      callback();
    },
  });
  const read = (): LogLine[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { stream, read };
}

async function startBySettings({
  settings,
  startServer = startApi,
  redisTimeout = 5_000,
  ...options
}: SettledOptions): Promise<SettledApi> {
  const { redis, ...config } = readConfig({
    PORT: '0',
    DATA_DIR: await tempStoreFolder(),
    ...settings,
  });
  const [log, audit] = [collectLines(), collectLines()];
  const running = await startServer(
    { ...config, redis: redis && { ...redis, timeout: redisTimeout } },
    { log: log.stream, audit: audit.stream, ...options },
  );
  let closed: Promise<void> | undefined;
  const close = (grace?: number) => {
    closed ??= running.close(grace);
    return closed;
  };
  onFinished(() => close(0));
  const calls = createCallsBySettings(running.url, settings);
  return { ...running, ...calls, close, logged: log.read, audited: audit.read };
}

/**
 * Starts the API in this process, until the end of the running test or file, and returns what calls it.
 *
 * - `start()`: in front of the built-in avatar service with sample data, whose calls `upstream` records. Callers without
 *   a key use the pro plan's.
 * - `start({ upstream })`: in front of a fake, given as a listener or as what has its `url`.
 * - `start({ settings })`: as the program does, on a free port and with its own store. Counters of events are those of
 *   all servers in the process.
 */
export function start(
  options?: StartOptions & { readonly upstream?: never; readonly settings?: never },
): Promise<
  Api & {
    readonly upstream: FakeService;
    readonly keys: { readonly pro: string; readonly free: string };
  }
>;
export function start(
  options: StartOptions & { readonly upstream: RequestListener },
): Promise<Api & { readonly upstream: FakeService }>;
export function start<U extends Address>(
  options: StartOptions & { readonly upstream: U },
): Promise<Api & { readonly upstream: U }>;
export function start(options: SettledOptions): Promise<SettledApi>;
export async function start(
  given:
    | SettledOptions
    | (StartOptions & {
        readonly upstream?: RequestListener | Address;
        readonly settings?: never;
      }) = {},
): Promise<object> {
  if (given.settings) return startBySettings(given);
  const { upstream, ...options } = given;
  if (upstream === undefined) {
    const { url, keys } = await startAvatarService({ seeded: true });
    const recorded = await fakeService(forwardTo(url));
    const address = { url: recorded.url, key: keys.pro };
    return {
      ...(await startOver(address, { extensions: 'all', ...options })),
      upstream: recorded,
      keys,
    };
  }
  const address = typeof upstream === 'function' ? await fakeService(upstream) : upstream;
  return { ...(await startOver(address, options)), upstream: address };
}
