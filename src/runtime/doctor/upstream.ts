import { isLoopback } from '../../shared/loopback.ts';
import { createRestClient } from '../../upstream/client.ts';
import { Credential } from '../../upstream/credential.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import type { RestMethods } from '../../upstream/rest-methods.ts';
import { readServerKey } from '../access/keys.ts';
import type { Config } from '../config/config.ts';
import { getConnectionOptions } from '../config/upstream-proxy.ts';
import { checkExtensions } from './extensions.ts';
import { adviseOn, type Finding, failed, ok, warn } from './finding.ts';

const CALL = 'GET /v1/personas';

const LOG = 'Check the log and the load of the upstream.';

const BASE_URL =
  'Check that UPSTREAM_URL is the base URL of the service, without /v1. Redirects are not followed. Then run `npm run conformance`.';

const KEY =
  'Set UPSTREAM_API_KEY, or the file of UPSTREAM_API_KEY_FILE, to a valid API key that may list personas.';

/** Says why the upstream did not answer as the specification says; undefined if it refused the request. */
function explainFailure(error: UpstreamError, url: URL): Finding | undefined {
  const { kind, status, problem } = error;
  if (kind === 'key' || (status !== undefined && status < 500)) return undefined;
  if (status !== undefined) return failed(`${CALL} returned ${status}.`, LOG);
  if (kind === 'invalid')
    return failed(`${CALL} returned an invalid response: ${problem}.`, BASE_URL);
  const cause = findCause(error) ?? 'UNKNOWN';
  const port =
    url.protocol === 'http:' ? ' Check that the port in UPSTREAM_URL uses HTTP, not HTTPS.' : '';
  return failed(`${CALL} failed: ${cause}.`, adviseOn(cause) ?? `${LOG}${port}`);
}

/** Says what a refused request for the list of personas means for the API key. */
function explainRefusal({ kind, code, status }: UpstreamError): Finding {
  if (kind === 'key') return failed('Rejected with 401.', KEY);
  if (code === 'UNAUTHENTICATED') return ok('Not set: clients send their own keys.');
  if (code === 'FORBIDDEN' || code === 'PLAN_REQUIRED') {
    const message = `Accepted, but its plan or permissions do not allow ${CALL} (${status}).`;
    return failed(message, KEY);
  }
  if (code === 'RATE_LIMITED')
    return failed('The rate limit of the API key is exceeded (429).', 'Run doctor again later.');
  return failed(`Not checked: ${CALL} returned ${status}.`, BASE_URL);
}

type Personas = Awaited<ReturnType<RestMethods['personas']>>;

/** The checks of the upstream, each of which needs the ones before it. `close` releases the connections. */
export function createUpstreamChecks(config: Config, upstreamUrl: string) {
  const url = new URL(upstreamUrl);
  const client = createRestClient({
    url: url.href,
    extensions: 'all',
    retries: 0,
    circuitBreaker: false,
    ...getConnectionOptions(config),
  });
  const key = readServerKey(config)?.reveal();
  const credential = key === undefined ? undefined : Credential.fromKey(key);
  /** The first page of personas, the only list of the specification, or why there is none. */
  let answer: Personas | UpstreamError | undefined;

  /** Checks that the upstream answers a request. */
  const checkAnswer = async (signal: AbortSignal): Promise<Finding> => {
    const startedAt = performance.now();
    const received = await client
      .for({ credential, signal })
      .personas({ query: { page: 1, perPage: 1 } })
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) return error;
        throw error;
      });
    const duration = performance.now() - startedAt;
    const failure = received instanceof UpstreamError ? explainFailure(received, url) : undefined;
    if (failure) return failure;
    answer = received;
    const message = `${CALL} was answered in ${Math.ceil(duration)} ms.`;
    if (url.protocol === 'https:' || isLoopback(url.hostname)) return ok(message);
    return warn(
      `${message} UPSTREAM_URL is http: API keys are sent unencrypted.`,
      'Use https, unless you trust the network to the upstream.',
    );
  };

  /** Checks that the upstream accepts the API key. */
  const checkKey = async (): Promise<Finding> => {
    if (answer instanceof UpstreamError) return explainRefusal(answer);
    if (key !== undefined) return ok('Accepted.');
    const message = `UPSTREAM_API_KEY is not set, and ${CALL} does not require a key.`;
    return warn(message, 'Check that the upstream authenticates its clients.');
  };

  return {
    checkAnswer,
    checkKey,
    checkExtensions: async (signal: AbortSignal): Promise<Finding> => {
      const personaId = answer instanceof UpstreamError ? undefined : answer?.data[0]?.id;
      return checkExtensions(
        client.for({ credential, signal }),
        personaId,
        config.calls.extensions,
      );
    },
    hasAnswered: () => answer !== undefined,
    isAccepted: () => answer !== undefined && !(answer instanceof UpstreamError),
    close: () => client.close(),
  };
}
