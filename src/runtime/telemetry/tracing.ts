import { setTimeout as delay } from 'node:timers/promises';
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
import { trimTrailingSlashes } from '../../shared/trim-trailing-slashes.ts';
import { createSampler, type SamplerSettings } from './sampler.ts';

export interface TracingOptions extends SamplerSettings {
  /** Base URL of an OTLP/HTTP collector, without /v1/traces. */
  readonly endpoint?: string | undefined;
  /** The attribute `service.name` of all spans. */
  readonly serviceName: string;
  readonly version: string;
}

export interface Tracing {
  /** Undefined if tracing is off. The trace context of clients is propagated in either case. */
  readonly tracer: Tracer | undefined;
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}

/** Milliseconds. */
const EXPORT_TIMEOUT = 5_000;

/** Maximum delay of the shutdown in milliseconds: enough for a distant collector, but not for attempts to reach one again. */
const CLOSE_TIMEOUT = 2_000;

/** Creates the tracing. Without options, there are no spans. */
export async function createTracing({
  endpoint,
  serviceName,
  version,
  ...sampler
}: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return { tracer: undefined, close: async () => undefined };
  // Loaded only if needed, because the SDK is heavy.
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: createSampler(sdk, sampler),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${trimTrailingSlashes(endpoint)}/v1/traces`,
          timeoutMillis: EXPORT_TIMEOUT,
        }),
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  return {
    tracer: provider.getTracer('avatar-graphql', version),
    // If the collector is unavailable, the remaining spans are lost.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(CLOSE_TIMEOUT, undefined, { ref: false }),
      ]),
  };
}

const w3c = new W3CTraceContextPropagator();

const headersGetter: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

/** Reads the trace context of a client's request. https://www.w3.org/TR/trace-context/ */
export const extractContext = (headers: Headers): Context =>
  headers.has('traceparent') ? w3c.extract(ROOT_CONTEXT, headers, headersGetter) : ROOT_CONTEXT;

/** Creates the headers by which an upstream continues the trace. */
export function createHeaders(context: Context): Readonly<Record<string, string>> {
  const headers = {};
  w3c.inject(context, headers, defaultTextMapSetter);
  return headers;
}

/**
 * Starts a child span of `parent`. Returns it with the context for its own children. Without a tracer, there is no span
 * and the context is `parent`.
 * @param describe returns the name and options; not called without a tracer.
 */
export function startSpan(
  tracer: Tracer | undefined,
  parent: Context,
  describe: () => readonly [name: string, options: SpanOptions],
): { readonly span: Span | undefined; readonly context: Context } {
  if (!tracer) return { span: undefined, context: parent };
  const span = tracer.startSpan(...describe(), parent);
  return { span, context: trace.setSpan(parent, span) };
}

/** Ends a span. `failure` is a code or a status, never a message, which may contain input. */
export function endSpan(span: Span, failure?: string): void {
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end();
}
