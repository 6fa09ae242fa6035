import {
  type CallFailure,
  CIRCUIT_CHANGES,
  type CircuitChange,
  FAILURES,
  READS,
  RETRIES,
  type Read,
  type Retry,
} from '../../upstream/diagnostics.ts';
import { InvalidResponseError, RestError, ServerKeyRejectedError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import { activeOperation, type UpstreamFailure } from './active-operation.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { combineUnsubscribes, subscribeTo } from './subscribe.ts';

function describeFailure(error: RestError): UpstreamFailure | undefined {
  const cause = findCause(error);
  if (cause === undefined) return undefined;
  const problem = error instanceof InvalidResponseError ? error.problem : undefined;
  return { cause, call: error.call, ...(problem !== undefined && { problem }) };
}

/** Records why a call failed, for the log line of its operation. */
function recordFailure({ error }: CallFailure): void {
  const totals = activeOperation.getStore()?.totals;
  if (totals && !totals.failure) totals.failure = describeFailure(error);
}

/** Interval of the log line about a rejected API key, in milliseconds. Each operation has its own line, too. */
const KEY_LOG_INTERVAL = 60_000;

/** Creates a function that logs that the upstream rejects the API key, at most once a minute. */
function createKeyLogger(log: Log) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return ({ error }: CallFailure) => {
    const now = performance.now();
    if (!(error instanceof ServerKeyRejectedError) || now - loggedAt < KEY_LOG_INTERVAL) return;
    loggedAt = now;
    log.error(
      { ...describeFailure(error) },
      'the upstream rejects the API key of this server with 401: set UPSTREAM_API_KEY to a valid key',
    );
  };
}

function logCircuitChange(log: Log, { isOpen, error }: CircuitChange): void {
  const failure = error instanceof RestError ? describeFailure(error) : undefined;
  const message = isOpen
    ? 'circuit breaker opened: calls to the upstream fail immediately'
    : 'circuit breaker closed: the upstream responds again';
  log.warn({ ...failure }, message);
}

/**
 * Counts retries and shared reads of the REST client, records why calls fail, and logs changes of the circuit breaker.
 * @returns a function that unsubscribes.
 */
export function observeRestClient(metrics: Metrics, log: Log): () => void {
  return combineUnsubscribes(
    subscribeTo<Retry>(RETRIES, ({ call }) => metrics.upstreamRetries.inc({ endpoint: call })),
    subscribeTo<Read>(READS, ({ isShared }) =>
      metrics.lookups.increment('upstream', isShared ? 'hit' : 'miss'),
    ),
    subscribeTo<CallFailure>(FAILURES, recordFailure),
    subscribeTo<CallFailure>(FAILURES, createKeyLogger(log)),
    subscribeTo<CircuitChange>(CIRCUIT_CHANGES, (change) => logCircuitChange(log, change)),
  );
}
