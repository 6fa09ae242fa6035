import {
  type CallEnd,
  type CircuitChange,
  callEnds,
  circuitChanges,
  omittedRecords,
  queueWaits,
} from '../../upstream/diagnostics.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import { activeOperation, type UpstreamFailure } from './active-operation.ts';
import { createLogThrottle, type Log } from './log.ts';
import { isLoggable } from './record-ids.ts';

function describeFailure(error: UpstreamError): UpstreamFailure | undefined {
  const cause = findCause(error);
  if (cause === undefined) return undefined;
  const { problem } = error;
  return { cause, call: error.call, ...(problem !== undefined && { problem }) };
}

/** Maximum number of ids, of each kind, in the log line of an operation. */
const MAX_IDS = 10;

const addId = (ids: string[], id: string) => {
  if (ids.length < MAX_IDS && !ids.includes(id)) ids.push(id);
};

/** Records what a call was about and why it failed, for the log line of its operation. */
function recordCallEnd({ isWrite, ids, requestId, error }: CallEnd): void {
  const record = activeOperation.getStore()?.record;
  if (!record) return;
  for (const id of isWrite ? ids : []) {
    if (isLoggable(id, !error)) addId(record.changed, id);
  }
  const failure = error && !record.failure ? describeFailure(error) : undefined;
  if (failure) record.failure = failure;
  if (requestId === undefined) return;
  if (failure)
    record.upstreamRequestIds = [requestId, ...record.upstreamRequestIds].slice(0, MAX_IDS);
  else addId(record.upstreamRequestIds, requestId);
}

/** Measures how long calls of an operation wait in the queue. Concurrent waits count once. */
function recordQueueWait({ isWaiting }: { readonly isWaiting: boolean }): void {
  const record = activeOperation.getStore()?.record;
  if (!record) return;
  const now = performance.now();
  if (record.queued === 0) record.queuedAt = now;
  record.queued += isWaiting ? 1 : -1;
  if (record.queued === 0) record.queueMs += now - record.queuedAt;
}

/**
 * Creates a function that logs that the upstream rejects the API key, at most once a minute. Each operation also has
 * its own line.
 */
function createKeyLogger(log: Log) {
  const throttle = createLogThrottle();
  return ({ error }: CallEnd) => {
    if (error?.kind !== 'key' || throttle() === undefined) return;
    log.error(
      { ...describeFailure(error) },
      'the upstream rejects the API key of this server with 401: set UPSTREAM_API_KEY to a valid key',
    );
  };
}

/** Creates a function that logs that lists have items without an id, at most once a minute. */
function createOmissionLogger(log: Log) {
  const throttle = createLogThrottle();
  return (omission: { readonly call: string; readonly count: number }) => {
    if (throttle() === undefined) return;
    log.warn(omission, 'a list of the upstream has items without an id, which are left out');
  };
}

function logCircuitChange(log: Log, { isOpen, error }: CircuitChange): void {
  const failure = error instanceof UpstreamError ? describeFailure(error) : undefined;
  const message = isOpen
    ? 'circuit breaker opened: all calls to the upstream fail immediately'
    : 'circuit breaker closed: all calls to the upstream are made again';
  log.warn({ ...failure }, message);
}

/**
 * Records why calls of the REST client fail, and logs changes of the circuit breaker.
 * @returns functions that unsubscribe.
 */
export const observeRestClient = (log: Log): (() => void)[] => [
  callEnds.subscribe(recordCallEnd),
  queueWaits.subscribe(recordQueueWait),
  callEnds.subscribe(createKeyLogger(log)),
  omittedRecords.subscribe(createOmissionLogger(log)),
  circuitChanges.subscribe((change) => logCircuitChange(log, change)),
];
