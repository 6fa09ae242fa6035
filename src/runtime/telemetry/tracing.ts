import {
  type Context,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

/** Where spans go. */
export interface TracingOptions {
  /** Base address of an OTLP/HTTP collector, to which /v1/traces is added. */
  readonly endpoint: string;
  /** Name under which the spans are filed. */
  readonly serviceName: string;
  readonly version: string;
}

/** Spans, and the W3C trace context by which they join those of callers and upstreams. */
export interface Tracing {
  /** Absent: no spans are made; a caller's trace context is passed on all the same. */
  readonly tracer: Tracer | undefined;
  /** Sends what has not been sent yet, for as long as a collector may take. */
  close(): Promise<void>;
}

/** Milliseconds that a collector may take. */
const EXPORT_TIMEOUT = 5_000;

/** Without options, no spans are made. */
export async function createTracing(options?: TracingOptions): Promise<Tracing> {
  if (!options) return { tracer: undefined, close: async () => undefined };
  // Loaded only where spans are wanted: it is the heaviest of what the server can do.
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const { serviceName, version } = options;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
          timeoutMillis: EXPORT_TIMEOUT,
        }),
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  return {
    tracer: provider.getTracer('avatar-graphql', version),
    // Spans that nobody takes are lost, which is no failure of what they tell of.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

const w3c = new W3CTraceContextPropagator();

const ofHeaders: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

/** The trace that a caller's headers say the request is part of. https://www.w3.org/TR/trace-context/ */
export const extractContext = (headers: Headers): Context =>
  headers.has('traceparent') ? w3c.extract(ROOT_CONTEXT, headers, ofHeaders) : ROOT_CONTEXT;

/** Adds to `headers` what tells the next service of which trace a call is part; nothing where it is part of none. */
export function injectContext(context: Context, headers: Record<string, string>): void {
  if (context !== ROOT_CONTEXT) w3c.inject(context, headers, defaultTextMapSetter);
}

/**
 * Begins a span inside `parent`, as `describe` has it; answers it with the context for what is inside of it. Without a
 * tracer there is no span, and what is inside is inside of `parent`.
 */
export function beginSpan(
  tracer: Tracer | undefined,
  parent: Context,
  describe: () => readonly [name: string, options: SpanOptions],
): { readonly span: Span | undefined; readonly context: Context } {
  if (!tracer) return { span: undefined, context: parent };
  const span = tracer.startSpan(...describe(), parent);
  return { span, context: trace.setSpan(parent, span) };
}

/** Ends a span; `failure` is a code or a status, never a message, which might repeat what a caller sent. */
export function endSpan(span: Span, failure?: string): void {
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end();
}
