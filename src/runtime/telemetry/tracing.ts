import type { Trace, Tracing, TracingOptions } from './trace.ts';

const startSpan = () => undefined;

const UNTRACED: Trace = { headers: undefined, startSpan };

/** Only versions after 00 may have a further part. */
const TRACE_PARENT =
  /^(?!ff|00.{53}-)[\da-f]{2}(-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2})(?:-|$)/;

/** The size that the specification asks to propagate. */
const TRACE_STATE = /^[\x20-\x7e]{1,512}$/;

/** Passes the trace context of clients to the upstream: what the version 00 has of it. */
const passing: Tracing = {
  isOn: false,
  root: UNTRACED,
  readTrace: (headers) => {
    const [, fields] = TRACE_PARENT.exec(headers.get('traceparent') ?? '') ?? [];
    if (fields === undefined) return UNTRACED;
    const tracestate = headers.get('tracestate') ?? '';
    const hasState = TRACE_STATE.test(tracestate);
    return { headers: { traceparent: `00${fields}`, ...(hasState && { tracestate }) }, startSpan };
  },
  close: async () => undefined,
};

/** Creates the tracing. Without a collector, there are no spans, and OpenTelemetry is not loaded. */
export async function createTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint } = options;
  if (endpoint === undefined) return passing;
  const { createSpanTracing } = await import('./span-tracing.ts');
  return createSpanTracing({ ...options, endpoint });
}
