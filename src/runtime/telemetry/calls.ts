import {
  type Attempt,
  attemptEnds,
  type CallEnd,
  callEnds,
  circuitChanges,
  omittedRecords,
} from '../../upstream/diagnostics.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { findCause } from '../../upstream/failure-cause.ts';
import { activeOperation, type UpstreamFailure } from './active-operation.ts';
import { createLogThrottle, isLoggable, type Log } from './log.ts';
import type { Metrics } from './metrics.ts';

function describeFailure(error: unknown): UpstreamFailure | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const { problem, call } = error;
  const cause = findCause(error);
  if (cause === undefined) return undefined;
  return { cause, call, ...(problem !== undefined && { problem }) };
}

/** Maximum number of ids, of each kind, in the log line of an operation. */
const MAX_IDS = 10;

const addId = (ids: string[], id: string) => {
  if (ids.length < MAX_IDS && !ids.includes(id)) ids.push(id);
};

/** Records what a call was about and why it failed, for the log line of its operation. */
function recordCallEnd({ isWrite, ids, requestId, error }: CallEnd): void {
  const record = activeOperation.getStore();
  if (!record) return;
  for (const id of isWrite ? ids : []) {
    if (isLoggable(id, !error)) addId(record.changed, id);
  }
  const failure = record.failure ? undefined : describeFailure(error);
  if (failure) record.failure = failure;
  if (requestId === undefined) return;
  if (failure)
    record.upstreamRequestIds = [requestId, ...record.upstreamRequestIds].slice(0, MAX_IDS);
  else addId(record.upstreamRequestIds, requestId);
}

/** Counts and times an attempt of a call. */
function recordAttempt({ call: endpoint, status, startedAt }: Attempt, metrics: Metrics): void {
  const record = activeOperation.getStore();
  if (record) record.upstreamCalls += 1;
  metrics.upstreamCalls.inc({ endpoint, status: status === undefined ? 'error' : String(status) });
  metrics.upstreamSeconds.observe({ endpoint }, (performance.now() - startedAt) / 1000);
}

/**
 * Records the calls of the client of the upstream at `origin`, and logs what concerns all of them, each at most once a
 * minute.
 * @returns functions that unsubscribe.
 */
export function observeCalls(origin: string, metrics: Metrics, log: Log): (() => void)[] {
  const throttleKeys = createLogThrottle();
  const throttleOmissions = createLogThrottle();
  return [
    attemptEnds.subscribe((attempt) => {
      if (attempt.origin === origin) recordAttempt(attempt, metrics);
    }),
    callEnds.subscribe((end) => {
      recordCallEnd(end);
      if (end.error?.kind !== 'key' || !throttleKeys()) return;
      log.error(
        { ...describeFailure(end.error) },
        'the upstream rejects the API key of this server with 401: set UPSTREAM_API_KEY to a valid key',
      );
    }),
    omittedRecords.subscribe((omission) => {
      if (!throttleOmissions()) return;
      log.warn(omission, 'a list of the upstream has items without an id, which are left out');
    }),
    circuitChanges.subscribe(({ isOpen, error }) => {
      const message = isOpen
        ? 'circuit breaker opened: all calls to the upstream fail immediately'
        : 'circuit breaker closed: all calls to the upstream are made again';
      log.warn({ ...describeFailure(error) }, message);
    }),
  ];
}
