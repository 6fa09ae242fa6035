import { isLoopback } from '../../shared/loopback.ts';
import { createRestClient, type RestClient } from '../../upstream/client.ts';
import { Credential } from '../../upstream/credential.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import type { RestMethods } from '../../upstream/rest-methods.ts';
import { readServerKey } from '../access/upstream-keys.ts';
import type { Config } from '../config/config.ts';
import { getConnectionOptions } from '../config/upstream-proxy.ts';
import { describeCause, findAdvice } from './causes.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';

/** The upstream, which has answered. */
export interface Answered {
  readonly config: Config;
  readonly client: RestClient;
  /** The first page of personas, or why there is none: the only list of the specification. */
  readonly answer: Awaited<ReturnType<RestMethods['personas']>> | UpstreamError;
}

/** The upstream accepts the API key. */
export interface Accepted extends Omit<Answered, 'answer'> {
  /** Id of a persona; undefined if there is none. */
  readonly personaId: string | undefined;
}

/** The methods of a client with the API key of this server, without retries. */
export const getMethods = (
  { config, client }: Pick<Answered, 'config' | 'client'>,
  signal: AbortSignal,
): RestMethods => {
  const key = readServerKey(config)?.reveal();
  const credential = key === undefined ? undefined : Credential.fromKey(key);
  return client.for({ credential, signal });
};

const CALL = 'GET /v1/personas';

/** Milliseconds above which a response is slow, with the time to connect. */
const SLOW = 2_000;

/** What to do about an upstream that does not answer. */
export const UPSTREAM_LOG = 'Check the log and the load of the upstream.';

const BASE_URL =
  'Check that UPSTREAM_URL is the base URL of the service, without /v1. Redirects are not followed. Then run `npm run conformance`.';

/** Says why the upstream did not answer as the specification says; undefined if it refused the request. */
function explainFailure(error: UpstreamError, url: URL): Finding<never> | undefined {
  if (error.kind === 'key' || (error.status !== undefined && error.status < 500)) return undefined;
  if (error.status !== undefined) return failed(`${CALL} returned ${error.status}.`, UPSTREAM_LOG);
  const cause = findCause(error) ?? 'UNKNOWN';
  if (error.kind === 'invalid')
    return failed(`${CALL} returned an invalid response: ${error.problem}.`, BASE_URL);
  const port =
    url.protocol === 'http:' ? ' Check that the port in UPSTREAM_URL uses HTTP, not HTTPS.' : '';
  const advice = findAdvice(cause) ?? `${UPSTREAM_LOG}${port}`;
  return failed(`${CALL} failed: ${describeCause(cause)}.`, advice);
}

/** Checks that the upstream answers a request. If it passes, the caller must close the client. */
export const upstreamCheck: Check<Config, Answered> = {
  name: 'upstream',
  deadline: 10_000,
  lateAdvice: UPSTREAM_LOG,
  run: async (config, signal): Promise<Finding<Answered>> => {
    const { upstream } = config;
    if (!upstream) return skipped('UPSTREAM_URL is not set; the built-in avatar service is used.');
    const url = new URL(upstream.url);
    const client = createRestClient({
      url: url.href,
      extensions: 'all',
      retries: 0,
      circuitBreaker: false,
      ...getConnectionOptions(config),
    });
    const startedAt = performance.now();
    const answer = await getMethods({ config, client }, signal)
      .personas({ query: { page: 1, perPage: 1 } })
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) return error;
        throw error;
      });
    const duration = performance.now() - startedAt;
    const failure = answer instanceof UpstreamError ? explainFailure(answer, url) : undefined;
    if (failure) {
      await client.close();
      return failure;
    }
    const answered = { config, client, answer };
    const message = `${CALL} was answered in ${Math.ceil(duration)} ms.`;
    if (duration > SLOW) {
      const advice = 'Check the load of the upstream, and run the API closer to it.';
      return warn(message, advice, answered);
    }
    if (url.protocol === 'https:' || isLoopback(url.hostname)) return ok(message, answered);
    return warn(
      `${message} UPSTREAM_URL is http: API keys are sent unencrypted.`,
      'Use https, unless you trust the network to the upstream.',
      answered,
    );
  },
};

/** Says what a refused request for the list of personas means for the API key. */
function explainRefusal({ kind, code, status }: UpstreamError): Finding<never> {
  if (kind === 'key')
    return failed(
      'Rejected with 401.',
      'Set UPSTREAM_API_KEY, or the file of UPSTREAM_API_KEY_FILE, to a valid API key.',
    );
  if (code === 'UNAUTHENTICATED')
    return skipped('UPSTREAM_API_KEY is not set: clients send their own keys.');
  if (code === 'FORBIDDEN' || code === 'PLAN_REQUIRED')
    return failed(
      `Accepted, but its plan or permissions do not allow ${CALL} (${status}).`,
      'Use an API key that may list personas.',
    );
  if (code === 'RATE_LIMITED')
    return failed('The rate limit of the API key is exceeded (429).', 'Run doctor again later.');
  return failed(`Not checked: ${CALL} returned ${status}.`, BASE_URL);
}

/** Checks that the upstream accepts the API key. */
export const keyCheck: Check<Answered, Accepted> = {
  name: 'api key',
  deadline: 1_000,
  run: async ({ config, client, answer }): Promise<Finding<Accepted>> => {
    if (answer instanceof UpstreamError) return explainRefusal(answer);
    const accepted = { config, client, personaId: answer.data[0]?.id };
    if (readServerKey(config) !== undefined) return ok('Accepted.', accepted);
    const message = `UPSTREAM_API_KEY is not set, and ${CALL} does not require a key.`;
    return warn(message, 'Check that the upstream authenticates its clients.', accepted);
  },
};
