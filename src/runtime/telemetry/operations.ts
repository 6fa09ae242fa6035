import type { Span, Tracer } from '@opentelemetry/api';
import { getOperationAST } from 'graphql';
import type { ErrorCode } from '../../graphql/error-codes.ts';
import { bundledOperationNames } from '../../server/documents/persisted-operations.ts';
import type { RequestContext, ServerPlugin } from '../../server/request-context.ts';
import { activeOperation, OperationRecord } from './active-operation.ts';
import type { createSubjectHash, Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { endSpan, getTraceId, readTraceContext, startOperationSpan } from './tracing.ts';

/** Maximum number of operation names with their own metrics. Clients choose the names. */
const MAX_NAMES = 200;

/** Maximum length of an operation name in metrics, logs and traces, in characters. */
const MAX_NAME_LENGTH = 100;

/** The name of operations without one. */
const ANONYMOUS = 'anonymous';

/** The outcome if the client disconnected before there was a response. */
const DISCONNECTED = 'CLIENT_DISCONNECTED';

const UPSTREAM_CODE = /^UPSTREAM_/;

/** Codes of requests whose operation names strangers chose: they are not labels. */
const REJECTIONS: ReadonlySet<string> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_IN_LIST',
]);

/**
 * Creates a function that maps names chosen by clients to a bounded number of labels. A name becomes a label when it is
 * first passed as trusted, so that clients without a valid credential cannot use up the labels. All others become `other`.
 */
function createNameLabels(): (name: string, isTrusted: boolean) => string {
  const labels = new Set([...bundledOperationNames, ANONYMOUS, 'unknown']);
  return (name, isTrusted) => {
    if (isTrusted && labels.size < MAX_NAMES) labels.add(name);
    return labels.has(name) ? name : 'other';
  };
}

/** The end of an operation. Metrics, the span and the log line are made from it. */
interface OperationEnd {
  readonly record: OperationRecord;
  readonly span: Span | undefined;
  /** The codes of its errors. */
  readonly codes: readonly string[];
  /** The status of the response. */
  readonly status: number;
  readonly context: RequestContext;
}

interface Recorders {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly nameSubject: ReturnType<typeof createSubjectHash>;
}

function createLine({ record, span, codes, status, context }: OperationEnd, seconds: number) {
  const { requestId, caller } = context;
  const traceId = span && getTraceId(span);
  const upstreamRequestIds = record.upstreamRequestIds.filter((id) => id !== requestId);
  return {
    requestId,
    operation: record.name,
    type: record.type,
    outcome: codes[0] ?? 'OK',
    ...(codes.length > 1 && { errors: codes.length }),
    status,
    durationMs: Math.round(seconds * 1e6) / 1e3,
    upstreamCalls: record.upstreamCalls,
    ...(caller.token?.tenant !== undefined && { tenant: caller.token.tenant }),
    ...(caller.grant?.role && { role: caller.grant.role.name }),
    ...(upstreamRequestIds.length > 0 && { upstreamRequestIds }),
    ...(record.changed.length > 0 && { records: record.changed }),
    ...(codes.some((code) => UPSTREAM_CODE.test(code) || code === 'NOT_SUPPORTED') &&
      record.failure),
    ...(traceId !== undefined && { traceId }),
  };
}

/** Creates the function that records the end of an operation. */
function createRecorder({ log, metrics, nameSubject }: Recorders) {
  const toLabel = createNameLabels();
  return (end: OperationEnd): void => {
    const { record, span, codes, context } = end;
    const [code = 'OK'] = codes;
    const seconds = (performance.now() - record.startedAt) / 1000;
    // Anonymous clients have no credential that the upstream accepts.
    const isTrusted = codes.length === 0 && record.upstreamCalls > 0;
    const operation = REJECTIONS.has(code) ? 'rejected' : toLabel(record.name, isTrusted);
    metrics.operations.inc({ operation, type: record.type, code });
    metrics.operationSeconds.observe({ operation, type: record.type }, seconds);
    const isFailure = code === 'INTERNAL' || UPSTREAM_CODE.test(code);
    if (span) {
      span.setAttributes({
        'avatar_graphql.request_id': context.requestId,
        'avatar_graphql.code': code,
        'avatar_graphql.upstream_calls': record.upstreamCalls,
      });
      endSpan(span, isFailure ? code : undefined);
    }
    const level = code === 'INTERNAL' ? 'error' : isFailure ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { id, token } = context.caller;
    // The same as in the audit of a policy, which names issuers.
    const subject = nameSubject(token ? JSON.stringify([token.issuer, token.subject]) : id);
    const line = createLine(end, seconds);
    log[level](subject === undefined ? line : { ...line, subject }, 'operation');
  };
}

/** The context of a request, with the state of its telemetry. */
type TelemetryContext = RequestContext & {
  telemetry?: {
    readonly record: OperationRecord;
    /** Undefined while the operation is not executed. */
    span?: Span | undefined;
  };
};

/**
 * Records a log line, metrics and a span for each operation. Of the client's input, they contain its name, and the log the ids
 * of records that it changed.
 */
export function useTelemetry(recorders: Recorders): ServerPlugin<TelemetryContext> {
  const { metrics, tracer } = recorders;
  const recordEnd = createRecorder(recorders);
  return {
    onRequest({ request, serverContext }) {
      const { requestId } = serverContext;
      const record = new OperationRecord(requestId, readTraceContext(request.headers));
      activeOperation.enterWith(record);
      serverContext.telemetry = { record };
    },
    onExecute({ args }) {
      const state = args.contextValue.telemetry;
      const definition = getOperationAST(args.document, args.operationName);
      if (!state || !definition) return;
      const { record } = state;
      record.name = definition.name?.value.slice(0, MAX_NAME_LENGTH) ?? ANONYMOUS;
      record.type = definition.operation;
      state.span = startOperationSpan(tracer, record);
      metrics.operationsInFlight.inc();
    },
    onResponse({ serverContext, response }) {
      const { telemetry: state, outcome } = serverContext;
      if (!state) return;
      // Here and not in onExecuteDone, which is not called if execution rejects.
      if (state.span) metrics.operationsInFlight.dec();
      if (!outcome) return;
      const { codes, hasData } = outcome;
      // An aborted request has no error. If only its calls were aborted, they seem to be failures of the upstream.
      const isAborted = codes.length === 0 && !hasData;
      const hasUpstreamError = codes.some((code) => UPSTREAM_CODE.test(code));
      const isGone = isAborted || (hasUpstreamError && serverContext.signal.aborted);
      recordEnd({
        ...state,
        span: state.span,
        codes: isGone ? [DISCONNECTED] : codes,
        status: response.status,
        context: serverContext,
      });
    },
  };
}
