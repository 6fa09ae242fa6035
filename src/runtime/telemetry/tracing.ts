import type { SamplerSettings } from './sampler.ts';

export interface TracingOptions extends SamplerSettings {
  /** Base URL of an OTLP/HTTP collector, without /v1/traces. */
  readonly endpoint?: string | undefined;
  /** The attribute `service.name` of all spans. */
  readonly serviceName: string;
  readonly version: string;
}

/** What a span is of. */
export interface SpanDescription {
  readonly name: string;
  /** Default: neither the server nor the client of another process. */
  readonly kind?: 'SERVER' | 'CLIENT';
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

export interface TraceSpan {
  /** The trace, below this span. */
  readonly trace: Trace;
  readonly traceId: string | undefined;
  setAttributes(attributes: Readonly<Record<string, string | number>>): void;
  /** Ends it. `failure` is a code or a status, never a message, which may contain input. */
  end(failure?: string): void;
}

/** A place in a trace: below a client's span, or one of this process. */
export interface Trace {
  /** The headers by which an upstream continues it. Undefined if there is none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /**
   * Starts a span at this place. Returns undefined if tracing is off.
   * @param describe is not called if tracing is off.
   */
  startSpan(describe: () => SpanDescription): TraceSpan | undefined;
}

export interface Tracing {
  /** Whether there are spans. The trace context of clients is propagated in either case. */
  readonly isOn: boolean;
  /** The place of what belongs to no client's trace. */
  readonly root: Trace;
  /** Reads the trace context of a client's request. https://www.w3.org/TR/trace-context/ */
  readTrace(headers: Headers): Trace;
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}

const startSpan = () => undefined;

const UNTRACED: Trace = { headers: undefined, startSpan };

const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The size that the specification asks to propagate. */
const TRACE_STATE = /^[\x20-\x7e]{1,512}$/;

/** Passes the trace context of clients to the upstream, unchanged. */
const passing: Tracing = {
  isOn: false,
  root: UNTRACED,
  readTrace: (headers) => {
    const traceparent = headers.get('traceparent') ?? '';
    if (!TRACE_PARENT.test(traceparent)) return UNTRACED;
    const tracestate = headers.get('tracestate') ?? '';
    const hasState = TRACE_STATE.test(tracestate);
    return { headers: { traceparent, ...(hasState && { tracestate }) }, startSpan };
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
