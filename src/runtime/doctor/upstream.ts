import { isJsonObject } from '../../contract/record.ts';
import { Credential } from '../../upstream/credential.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import { openProbe, type Probe, type ProbeResponse } from '../../upstream/probe.ts';
import { describeCause } from '../../upstream/reachability.ts';
import { readServerKey } from '../access/upstream-keys.ts';
import { getConnectionOptions } from '../config/upstream-proxy.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';
import { findAdvice, type Target } from './tls.ts';

/** A response of the upstream, and the probe for further requests. */
export interface Answered extends Target {
  readonly probe: Probe;
  readonly response: ProbeResponse;
}

/** The upstream accepts the API key. */
export interface Accepted extends Answered {
  /** Id of a persona; undefined if there is none. */
  readonly personaId: string | undefined;
}

/** The first page of personas, with one item: the only list of the specification. */
const PERSONAS = '/v1/personas?page=1&perPage=1';

const CALL = 'GET /v1/personas';

/** Milliseconds above which a response is slow, with the time to connect. */
const SLOW = 2_000;

/** What to do about an upstream that does not answer. */
export const UPSTREAM_LOG = 'Check the log and the load of the upstream.';

const BASE_URL = 'Check that UPSTREAM_URL is the base URL of the service, without /v1.';

function explainFailure(error: UpstreamError, { protocol }: URL): Finding<never> {
  const cause = findCause(error) ?? 'UNKNOWN';
  const message = `${CALL} failed: ${describeCause(cause)} (${cause}).`;
  const advice = cause === 'RESPONSE_TOO_LARGE' ? BASE_URL : findAdvice(cause);
  if (advice) return failed(message, advice);
  const port =
    protocol === 'http:' ? ' Check that the port in UPSTREAM_URL uses HTTP, not HTTPS.' : '';
  return failed(message, `${UPSTREAM_LOG}${port}`);
}

/** The origin that a redirect leads to. Its path and query may be confidential. */
function describeRedirect({ headers: { location } }: ProbeResponse, url: URL): string {
  const origin = URL.parse(String(location ?? ''), url)?.origin;
  return location === undefined || !origin ? '' : `, a redirect to ${origin}`;
}

/** Whether a 404 says that there are no personas, as some services do. */
function isEmptyList(probe: Probe, response: ProbeResponse): boolean {
  try {
    probe.read('personas', response);
    return true;
  } catch {
    return false;
  }
}

/** Checks that the upstream answers a request. If it passes, the caller must close the probe. */
export const httpCheck: Check<Target, Answered> = {
  name: 'http',
  deadline: 10_000,
  lateAdvice: UPSTREAM_LOG,
  run: async (target, signal): Promise<Finding<Answered>> => {
    const { config, httpVersion = 'HTTP/1.1' } = target;
    const key = readServerKey(config)?.reveal();
    const credential = key === undefined ? undefined : Credential.fromKey(key);
    const probe = openProbe(target.url.href, credential, getConnectionOptions(config));
    try {
      const response = await probe.get(PERSONAS, signal);
      const { status, duration } = response;
      const isRedirect = status >= 300 && status < 400;
      const message = `${httpVersion}. ${CALL} returned ${status}`;
      const isMissing = status === 404 && !isEmptyList(probe, response);
      if (status < 500 && !isRedirect && !isMissing) {
        const answered = { ...target, probe, response };
        const timed = `${message} in ${Math.ceil(duration)} ms.`;
        if (duration <= SLOW) return ok(timed, answered);
        const advice = 'Check the load of the upstream, and run the API closer to it.';
        return warn(timed, advice, answered);
      }
      await probe.close();
      if (!isRedirect) return failed(`${message}.`, isMissing ? BASE_URL : UPSTREAM_LOG);
      return failed(
        `${message}${describeRedirect(response, target.url)}.`,
        'Set UPSTREAM_URL to the base URL of the service itself. Redirects are not followed.',
      );
    } catch (error) {
      await probe.close();
      if (!(error instanceof UpstreamError)) throw error;
      return explainFailure(error, target.url);
    }
  },
};

const getFirstId = (page: unknown): string | undefined => {
  const [first]: unknown[] = isJsonObject(page) && Array.isArray(page.data) ? page.data : [];
  return isJsonObject(first) && typeof first.id === 'string' ? first.id : undefined;
};

const CONFORMANCE = `${BASE_URL} Then run \`npm run conformance\`.`;

/** Says what a failed response to the list of personas means for the API key. */
function explainRejection(error: UpstreamError): Finding<never> {
  const status = error.status ?? 'an error';
  if (error.kind === 'key')
    return failed(
      'Rejected with 401.',
      'Set UPSTREAM_API_KEY, or the file of UPSTREAM_API_KEY_FILE, to a valid API key.',
    );
  if (error.kind === 'invalid')
    return failed(
      `Not checked: ${CALL} returned an invalid response: ${error.problem}.`,
      CONFORMANCE,
    );
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return skipped('UPSTREAM_API_KEY is not set: clients send their own keys.');
    case 'FORBIDDEN':
    case 'PLAN_REQUIRED':
      return failed(
        `Accepted, but its plan or permissions do not allow ${CALL} (${status}).`,
        'Use an API key that may list personas.',
      );
    case 'RATE_LIMITED':
      return failed('The rate limit of the API key is exceeded (429).', 'Run doctor again later.');
    case 'BAD_USER_INPUT':
    case 'CONFLICT':
    case 'NOT_FOUND':
    case 'NOT_SUPPORTED':
    case 'OPERATION_TOO_LARGE':
    case 'OVERLOADED':
    case 'PAYLOAD_TOO_LARGE':
    case 'UNPROCESSABLE':
    case 'UNSUPPORTED_MEDIA_TYPE':
    case 'UPSTREAM_INVALID_RESPONSE':
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_UNAVAILABLE':
      return failed(`Not checked: ${CALL} returned ${status}.`, CONFORMANCE);
  }
}

/** Checks that the upstream accepts the API key and answers by the specification. */
export const keyCheck: Check<Answered, Accepted> = {
  name: 'api key',
  deadline: 1_000,
  run: async (answered): Promise<Finding<Accepted>> => {
    const { probe, response, config } = answered;
    const hasKey = readServerKey(config) !== undefined;
    try {
      const personaId = getFirstId(probe.read('personas', response));
      const accepted = { ...answered, personaId };
      if (hasKey) return ok('Accepted.', accepted);
      const message = `UPSTREAM_API_KEY is not set, and ${CALL} does not require a key.`;
      return warn(message, 'Check that the upstream authenticates its clients.', accepted);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return explainRejection(error);
    }
  },
};
