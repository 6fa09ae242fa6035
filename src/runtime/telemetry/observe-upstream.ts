import {
  type CallFailure,
  type CircuitChange,
  circuitChanges,
  failures,
  queueWaits,
} from '../../upstream/diagnostics.ts';
import { InvalidResponseError, RestError, ServerKeyRejectedError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import { activeOperation, type UpstreamFailure } from './active-operation.ts';
import type { Log } from './log.ts';

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

/** Adds up for how long calls of an operation wait in the queue. The waits of concurrent calls count once. */
function recordQueueWait({ isWaiting }: { readonly isWaiting: boolean }): void {
  const totals = activeOperation.getStore()?.totals;
  if (!totals) return;
  const now = performance.now();
  if (totals.queued === 0) totals.queuedAt = now;
  totals.queued += isWaiting ? 1 : -1;
  if (totals.queued === 0) totals.queueMs += now - totals.queuedAt;
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

function logCircuitChange(log: Log, { isOpen, feature, error }: CircuitChange): void {
  const failure = error instanceof RestError ? describeFailure(error) : undefined;
  const calls = feature === undefined ? 'all calls to the upstream' : `calls about ${feature}`;
  const message = isOpen
    ? `circuit breaker opened: ${calls} fail immediately`
    : `circuit breaker closed: ${calls} are made again`;
  log.warn({ ...failure }, message);
}

/**
 * Records why calls of the REST client fail, and logs changes of the circuit breaker.
 * @returns functions that unsubscribe.
 */
export const observeRestClient = (log: Log): (() => void)[] => [
  failures.subscribe(recordFailure),
  queueWaits.subscribe(recordQueueWait),
  failures.subscribe(createKeyLogger(log)),
  circuitChanges.subscribe((change) => logCircuitChange(log, change)),
];
