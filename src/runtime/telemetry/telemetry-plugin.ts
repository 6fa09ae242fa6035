import { type Context, isValidTraceId, type Span, SpanKind, type Tracer } from '@opentelemetry/api';
import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { activeOperation, type OperationTotals } from './active-operation.ts';
import { createBoundedLabels } from './bounded-labels.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { beginSpan, endSpan, extractContext } from './tracing.ts';

/** Operation names that have metrics of their own, at most: callers choose them. */
const MAX_NAMES = 200;

/** What is known of a request while it is under way. */
interface UnderWay {
  readonly begin: number;
  readonly parent: Context;
  readonly tally: OperationTotals;
  operation: string;
  type: string;
  span?: Span | undefined;
  /** Codes of the answer's errors, once there is one; undefined for requests that were no operation. */
  codes?: readonly string[];
}

const UPSTREAMS_FAULT = /^UPSTREAM_/;

/**
 * The outcome of what nobody waited for any more: what was under way upstream was given up for that, which is no fault of
 * the upstream. The answer says otherwise, to nobody.
 */
const GONE = 'CALLER_GONE';

const codeOf = ({ extensions }: { extensions?: Record<string, unknown> }) =>
  typeof extensions?.code === 'string' ? extensions.code : 'INTERNAL';

/** Makes a log line, metrics and a span of every operation. What callers send besides its name is in none of them. */
export function useTelemetry(log: Log, metrics: Metrics, tracer: Tracer | undefined): Plugin {
  const bounded = createBoundedLabels(MAX_NAMES);
  const requests = new WeakMap<Request, UnderWay>();

  const record = (
    state: UnderWay,
    codes: readonly string[],
    requestId: string | null,
    status: number,
  ) => {
    const { operation, type, tally, span } = state;
    const [code = 'OK'] = codes;
    const seconds = (performance.now() - state.begin) / 1000;
    // A stranger's names must not use up the room for those of callers who are known.
    const isStrangers = code === 'UNAUTHENTICATED' || code === 'BAD_REQUEST';
    const name = isStrangers ? 'refused' : bounded(operation);
    metrics.operations.inc({ operation: name, type, code });
    metrics.operationSeconds.observe({ operation: name, type }, seconds);
    if (span) {
      span.setAttributes({
        'avatar_graphql.request_id': requestId ?? '',
        'avatar_graphql.code': code,
        'avatar_graphql.upstream_calls': tally.upstreamCalls,
      });
      endSpan(span, code === 'INTERNAL' || UPSTREAMS_FAULT.test(code) ? code : undefined);
    }
    const level = code === 'INTERNAL' ? 'error' : UPSTREAMS_FAULT.test(code) ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const traceId = span?.spanContext().traceId;
    log[level](
      {
        requestId,
        operation,
        type,
        outcome: code,
        ...(codes.length > 1 && { errors: codes.length }),
        status,
        durationMs: Math.round(seconds * 1e6) / 1e3,
        upstreamCalls: tally.upstreamCalls,
        ...(codes.some((each) => UPSTREAMS_FAULT.test(each)) && tally.failure),
        ...(traceId !== undefined && isValidTraceId(traceId) && { traceId }),
      },
      'operation',
    );
  };

  return {
    onRequest({ request }) {
      requests.set(request, {
        begin: performance.now(),
        parent: extractContext(request.headers),
        tally: { upstreamCalls: 0 },
        operation: 'unknown',
        type: 'unknown',
      });
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const state = requests.get(args.contextValue.request);
      const definition = getOperationAST(args.document, args.operationName);
      if (!state || !definition) return;
      state.operation = definition.name?.value ?? 'anonymous';
      state.type = definition.operation;
      const { span, context } = beginSpan(tracer, state.parent, () => {
        const attributes = {
          'graphql.operation.name': state.operation,
          'graphql.operation.type': state.type,
        };
        return [`${state.type} ${state.operation}`, { kind: SpanKind.SERVER, attributes }];
      });
      state.span = span;
      const inside = { context, totals: state.tally };
      metrics.operationsInFlight.inc();
      setExecuteFn((given) => activeOperation.run(inside, () => executeFn(given)));
      return { onExecuteDone: () => metrics.operationsInFlight.dec() };
    },
    onResultProcess({ request, result }) {
      const state = requests.get(request);
      if (!state || Array.isArray(result) || Symbol.asyncIterator in result) return;
      const codes = (result.errors ?? []).map(codeOf);
      const isFaulty = codes.some((code) => UPSTREAMS_FAULT.test(code));
      state.codes = isFaulty && request.signal.aborted ? [GONE] : codes;
    },
    onResponse({ request, response }) {
      const state = requests.get(request);
      if (!state?.codes) return;
      record(state, state.codes, response.headers.get('x-request-id'), response.status);
    },
  };
}
