import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapSetter,
  isValidTraceId,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { trimTrailingSlashes } from '../../shared/trim-trailing-slashes.ts';
import { readSampling, type SamplerSettings } from './sampler.ts';
import type { SpanDescription, Trace, TraceSpan, Tracing, TracingOptions } from './trace.ts';

/** Milliseconds. */
const EXPORT_TIMEOUT = 5_000;

/** Maximum delay of the shutdown in milliseconds: enough for a distant collector, but not for attempts to reach one again. */
const CLOSE_TIMEOUT = 2_000;

function createSampler(settings: SamplerSettings): Sampler {
  const { root, isParentBased, ratio } = readSampling(settings);
  const samplers = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const sampler = samplers[root]();
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler;
}

const w3c = new W3CTraceContextPropagator();

const headersGetter: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

/** A trace whose spans are recorded by `tracer`. */
class RecordedTrace implements Trace {
  readonly #tracer: Tracer;
  readonly #context: Context;

  constructor(tracer: Tracer, context: Context) {
    this.#tracer = tracer;
    this.#context = context;
  }

  get headers() {
    if (this.#context === ROOT_CONTEXT) return undefined;
    const headers = {};
    w3c.inject(this.#context, headers, defaultTextMapSetter);
    return headers;
  }

  startSpan(describe: () => SpanDescription): TraceSpan {
    const { name, kind = 'INTERNAL', attributes } = describe();
    const span = this.#tracer.startSpan(name, { kind: SpanKind[kind], attributes }, this.#context);
    const { traceId } = span.spanContext();
    return {
      trace: new RecordedTrace(this.#tracer, trace.setSpan(this.#context, span)),
      traceId: isValidTraceId(traceId) ? traceId : undefined,
      setAttributes: (further) => void span.setAttributes(further),
      end: (failure) => {
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        span.end();
      },
    };
  }
}

/** Creates tracing that sends spans to the collector at `endpoint`. */
export function createSpanTracing({
  endpoint,
  serviceName,
  version,
  ...sampler
}: TracingOptions & { readonly endpoint: string }): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: createSampler(sampler),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${trimTrailingSlashes(endpoint)}/v1/traces`,
          timeoutMillis: EXPORT_TIMEOUT,
        }),
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  const tracer = provider.getTracer('avatar-graphql', version);
  const root = new RecordedTrace(tracer, ROOT_CONTEXT);
  return {
    isOn: true,
    root,
    readTrace: (headers) =>
      headers.has('traceparent')
        ? new RecordedTrace(tracer, w3c.extract(ROOT_CONTEXT, headers, headersGetter))
        : root,
    // If the collector is unavailable, the remaining spans are lost.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(CLOSE_TIMEOUT, undefined, { ref: false }),
      ]),
  };
}
