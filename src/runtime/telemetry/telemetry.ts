import cluster from 'node:cluster';
import type { Writable } from 'node:stream';
import { type Tracer, trace } from '@opentelemetry/api';
import { decisions } from '../../policy/diagnostics.ts';
import type { RestClient } from '../../upstream/client.ts';
import type { Config } from '../config/config.ts';
import { shareMetrics } from '../workers.ts';
import { createAudit } from './audit.ts';
import { observeCalls } from './calls.ts';
import { createLog, createSubjectHash } from './log.ts';
import { createMetrics, type GaugeSources } from './metrics.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { useTelemetry } from './operations.ts';
import { createCallTracing } from './tracing.ts';

/** What is logged, traced and measured, and who may read it. */
export interface TelemetryOptions extends Readonly<Config['observability']> {
  readonly version: string;
  /** Whether requests to a loopback host may read the metrics if no token is required. Otherwise nobody may. */
  readonly hasOpenMetrics: boolean;
  /** Receives the lines of the log. Default: standard error. */
  readonly log?: Writable | undefined;
  /** Receives the lines of the audit. Default: standard output. */
  readonly audit?: Writable | undefined;
}

/** Creates the tracer. Without a collector, it records nothing, and the SDK is not loaded. */
async function createTracer(options: TelemetryOptions) {
  const { endpoint } = options;
  if (endpoint === undefined) {
    const tracer: Tracer = trace.getTracer('avatar-graphql', options.version);
    return { tracer, close: async () => undefined };
  }
  const { createExportingTracer } = await import('./span-exporter.ts');
  return createExportingTracer({ ...options, endpoint });
}

export type Telemetry = Awaited<ReturnType<typeof createTelemetry>>;

/** Creates what logs, traces and measures this process. */
export async function createTelemetry(options: TelemetryOptions) {
  const log = createLog(options.logLevel, options.log);
  const sources: GaugeSources = {};
  const metrics = createMetrics(options.version, sources);
  const { registry } = metrics;
  const { tracer, close: closeTracer } = await createTracer(options);
  const { audit, close: closeAudit } = createAudit({ ...options, metrics });
  const unsubscribes = [...metrics.subscriptions, decisions.subscribe(audit)];
  const nameSubject = createSubjectHash(options.auditSecret);
  return {
    log,
    /** Logs an error that clients do not see. */
    logFault: (fault: unknown, requestId?: string): void =>
      log.error({ err: fault, requestId }, 'fault'),
    /** Records the operations of a GraphQL server. Must come after the plugin that sets error codes. */
    plugin: useTelemetry({ log, metrics, tracer, nameSubject }),
    traceAttempt: createCallTracing(tracer),
    /** Adds parts of the process that gauges show. */
    observe: (found: GaugeSources): void => void Object.assign(sources, found),
    /** Observes the calls of `client` to the upstream at `url`. */
    observeUpstream: (url: string, client: Pick<RestClient, 'isDown' | 'concurrency'>): void => {
      sources.isUpstreamDown = () => client.isDown();
      sources.getUpstreamConcurrency = () => client.concurrency();
      unsubscribes.push(...observeCalls(new URL(url).origin, metrics, log));
    },
    /** Responds to a request for /metrics. Errors have the format of the port. */
    serveMetrics: createMetricsEndpoint(options, {
      log,
      contentType: registry.contentType,
      collect: cluster.isWorker ? shareMetrics(registry) : () => registry.metrics(),
    }),
    /** Unsubscribes, and sends the remaining spans and lines of the audit. */
    close: async (): Promise<void> => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      await Promise.all([closeAudit(), closeTracer()]);
    },
  };
}
