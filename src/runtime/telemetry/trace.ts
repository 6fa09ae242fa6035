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
  /** The headers with which an upstream continues the trace. Undefined without a trace. */
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
