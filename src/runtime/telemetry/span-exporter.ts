import { setTimeout as delay } from 'node:timers/promises';
import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { trimTrailingSlashes } from '../../shared/trim-trailing-slashes.ts';

/** Milliseconds. */
const EXPORT_TIMEOUT = 5_000;

/** Maximum delay of the shutdown in milliseconds: enough for a distant collector, but not for attempts to reach one again. */
const CLOSE_TIMEOUT = 2_000;

interface ExporterOptions {
  /** Base URL of an OTLP/HTTP collector, without /v1/traces. */
  readonly endpoint: string;
  readonly version: string;
  /** Fraction of the traces that are recorded, if no client decided. */
  readonly traceRatio: number;
}

/** Creates a tracer that sends spans to a collector. */
export function createExportingTracer({ endpoint, version, traceRatio }: ExporterOptions): {
  readonly tracer: Tracer;
  readonly close: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter({
    url: `${trimTrailingSlashes(endpoint)}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'avatar-graphql',
      'service.version': version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT })],
  });
  // If the collector is unavailable, the remaining spans are lost.
  const close = () =>
    Promise.race([
      provider.shutdown().catch(() => undefined),
      delay(CLOSE_TIMEOUT, undefined, { ref: false }),
    ]);
  return { tracer: provider.getTracer('avatar-graphql', version), close };
}
