import { getOperationAST } from 'graphql';
import type { ErrorCode } from '../../graphql/error-codes.ts';
import { bundledOperationNames } from '../../server/documents/persisted-operations.ts';
import type { RequestContext, ServerPlugin } from '../../server/request-context.ts';
import { activeOperation, OperationRecord } from './active-operation.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { NameSubject } from './name-subject.ts';
import type { Trace, TraceSpan, Tracing } from './trace.ts';

/**
 * Creates a function that maps names chosen by clients to at most `size` labels. A name becomes a label when it is first
 * passed as trusted, so that clients without a valid credential cannot use up the labels. All others become `other`.
 * @param known names that are labels from the start.
 */
function createBoundedLabels(
  size: number,
  known: Iterable<string>,
): (name: string, isTrusted: boolean) => string {
  const labels = new Set(known);
  return (name, isTrusted) => {
    if (isTrusted && labels.size < size) labels.add(name);
    return labels.has(name) ? name : 'other';
  };
}

/** Maximum number of operation names with their own metrics. Clients choose the names. */
const MAX_NAMES = 200;

/** Maximum length of an operation name in metrics, logs and traces, in characters. */
const MAX_NAME_LENGTH = 100;

/** Names of requests whose operation has no name, or is unknown because it is not executed. */
const ANONYMOUS = 'anonymous';
const UNKNOWN = 'unknown';

interface RequestState {
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly trace: Trace;
  readonly record: OperationRecord;
  type: string;
  isInFlight: boolean;
  span?: TraceSpan | undefined;
}

/** The context of a request, with the state of its telemetry. */
type TelemetryContext = RequestContext & { telemetry?: RequestState };

const UPSTREAM_CODE = /^UPSTREAM_/;

/** The outcome if the client disconnected before there was a response. */
const DISCONNECTED = 'CLIENT_DISCONNECTED';

/** Rounds milliseconds to microseconds. */
const roundMs = (milliseconds: number) => Math.round(milliseconds * 1e3) / 1e3;

interface Recorders {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly nameSubject: NameSubject;
}

/** Codes of requests whose operation names strangers chose: they are not labels. */
const REJECTIONS: ReadonlySet<string> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_IN_LIST',
]);

/**
 * Records a log line, metrics and a span for each operation. Of the client's input, they contain its name, and the log the ids
 * of records that it changed.
 */
export function useTelemetry({
  log,
  metrics,
  tracing,
  nameSubject,
}: Recorders): ServerPlugin<TelemetryContext> {
  const toLabel = createBoundedLabels(MAX_NAMES, [...bundledOperationNames, ANONYMOUS, UNKNOWN]);

  const finish = (
    state: RequestState,
    codes: readonly string[],
    { requestId, caller }: RequestContext,
    status: number,
  ) => {
    const { record, type, span } = state;
    const { operation } = record;
    const [code = 'OK'] = codes;
    const seconds = (performance.now() - state.startedAt) / 1000;
    const isRejected = REJECTIONS.has(code);
    // Anonymous clients have no credential that the upstream accepts.
    const isTrusted = codes.length === 0 && record.upstreamCalls > 0;
    const name = isRejected ? 'rejected' : toLabel(operation, isTrusted);
    metrics.operations.inc({ operation: name, type, code });
    metrics.operationSeconds.observe({ operation: name, type }, seconds);
    if (span) {
      span.setAttributes({
        'avatar_graphql.request_id': requestId,
        'avatar_graphql.code': code,
        'avatar_graphql.upstream_calls': record.upstreamCalls,
      });
      span.end(code === 'INTERNAL' || UPSTREAM_CODE.test(code) ? code : undefined);
    }
    const level = code === 'INTERNAL' ? 'error' : UPSTREAM_CODE.test(code) ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const traceId = span?.traceId;
    const { id, token, grant } = caller;
    // The same as in the audit of a policy, which names issuers.
    const subject = nameSubject(token ? JSON.stringify([token.issuer, token.subject]) : id);
    const upstreamRequestIds = record.upstreamRequestIds.filter((id) => id !== requestId);
    log[level](
      {
        requestId,
        operation,
        type,
        outcome: code,
        ...(codes.length > 1 && { errors: codes.length }),
        status,
        durationMs: roundMs(seconds * 1e3),
        upstreamCalls: record.upstreamCalls,
        ...(subject !== undefined && { subject }),
        ...(token?.tenant !== undefined && { tenant: token.tenant }),
        ...(grant?.role && { role: grant.role.name }),
        ...(upstreamRequestIds.length > 0 && { upstreamRequestIds }),
        ...(record.changed.length > 0 && { records: record.changed }),
        ...(record.queueMs > 0 && { queueMs: roundMs(record.queueMs) }),
        ...(codes.some((each) => UPSTREAM_CODE.test(each)) && record.failure),
        ...(traceId !== undefined && { traceId }),
      },
      'operation',
    );
  };

  return {
    onRequest({ request, serverContext }) {
      const trace = tracing.readTrace(request.headers);
      const record = new OperationRecord(serverContext.requestId, UNKNOWN);
      // Hooks can wrap the execution only, and only a traced operation has a context of its own there.
      activeOperation.enterWith({ trace, record });
      serverContext.telemetry = {
        startedAt: performance.now(),
        trace,
        record,
        type: UNKNOWN,
        isInFlight: false,
      };
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const state = args.contextValue.telemetry;
      const definition = getOperationAST(args.document, args.operationName);
      if (!state || !definition) return;
      const operation = definition.name?.value.slice(0, MAX_NAME_LENGTH) ?? ANONYMOUS;
      state.record.operation = operation;
      state.type = definition.operation;
      state.span = state.trace.startSpan(() => ({
        name: `${state.type} ${operation}`,
        kind: 'SERVER',
        attributes: {
          'graphql.operation.name': operation,
          'graphql.operation.type': state.type,
        },
      }));
      state.isInFlight = true;
      metrics.operationsInFlight.inc();
      if (!state.span) return;
      const active = { trace: state.span.trace, record: state.record };
      setExecuteFn((input) => activeOperation.run(active, () => executeFn(input)));
    },
    onResponse({ serverContext, response }) {
      const { telemetry: state, outcome } = serverContext;
      if (!state) return;
      // Here and not in onExecuteDone, which is not called if execution rejects.
      if (state.isInFlight) metrics.operationsInFlight.dec();
      state.isInFlight = false;
      if (!outcome) return;
      const { codes, hasData } = outcome;
      // An aborted request has no error. If only its calls were aborted, they seem to be failures of the upstream.
      const isAborted = codes.length === 0 && !hasData;
      const hasUpstreamError = codes.some((code) => UPSTREAM_CODE.test(code));
      const isGone = isAborted || (hasUpstreamError && serverContext.signal.aborted);
      finish(state, isGone ? [DISCONNECTED] : codes, serverContext, response.status);
    },
  };
}
