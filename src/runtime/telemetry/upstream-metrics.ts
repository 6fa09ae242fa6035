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
import { InvalidResponseError, RestError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import { activeOperation, type UpstreamFailure } from './active-operation.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { subscribeTo, unsubscribeAll } from './subscribe.ts';

function describeFailure(error: RestError): UpstreamFailure | undefined {
  const cause = findCause(error);
  if (cause === undefined) return undefined;
  const problem = error instanceof InvalidResponseError ? error.problem : undefined;
  return { cause, call: error.call, ...(problem !== undefined && { problem }) };
}

/** Notes why a call failed with the operation that made it, whose log line tells of it. */
function noteFailure({ error }: CallFailure): void {
  const tally = activeOperation.getStore()?.totals;
  if (tally && !tally.failure) tally.failure = describeFailure(error);
}

function logCircuitChange(log: Log, { isOpen, error }: CircuitChange): void {
  const failure = error instanceof RestError ? describeFailure(error) : undefined;
  const message = isOpen
    ? 'circuit breaker opened: calls to the upstream fail immediately'
    : 'circuit breaker closed: the upstream responds again';
  log.warn({ ...failure }, message);
}

/**
 * Counts the REST client's retries and the reads that it shares, notes why calls fail, and logs what its circuit breaker
 * does.
 * @returns what ends that.
 */
export function watchRest(metrics: Metrics, log: Log): () => void {
  return unsubscribeAll(
    subscribeTo<Retry>(RETRIES, ({ call }) => metrics.upstreamRetries.inc({ endpoint: call })),
    subscribeTo<Read>(READS, ({ isShared }) =>
      metrics.lookups.add('upstream', isShared ? 'hit' : 'miss'),
    ),
    subscribeTo<CallFailure>(FAILURES, noteFailure),
    subscribeTo<CircuitChange>(CIRCUIT_CHANGES, (change) => logCircuitChange(log, change)),
  );
}
