import cluster from 'node:cluster';
import { type Tracer, trace } from '@opentelemetry/api';
import packageJson from '../../../package.json' with { type: 'json' };
import { decisions } from '../../policy/diagnostics.ts';
import type { RestClient } from '../../upstream/client.ts';
import type { Config } from '../config/config.ts';
import { isExposed } from '../config/listener-settings.ts';
import type { StartOptions } from '../running.ts';
import { shareMetrics } from '../workers.ts';
import { createAudit } from './audit.ts';
import { observeCalls } from './calls.ts';
import { createLog, createSubjectHash } from './log.ts';
import { createMetrics, type GaugeSources } from './metrics.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { useTelemetry } from './operations.ts';
import { createCallTracing } from './tracing.ts';

const { version } = packageJson;

/** Creates the tracer. Without a collector, it records nothing, and the SDK is not loaded. */
async function createTracer({ endpoint, traceRatio }: Config['observability']) {
  if (endpoint === undefined) {
    const tracer: Tracer = trace.getTracer('avatar-graphql', version);
    return { tracer, close: async () => undefined };
  }
  const { createExportingTracer } = await import('./span-exporter.ts');
  return createExportingTracer({ endpoint, version, traceRatio });
}

export type Telemetry = Awaited<ReturnType<typeof createTelemetry>>;

/** Creates what logs, traces and measures this process. */
export async function createTelemetry(
  { observability, listener }: Pick<Config, 'observability' | 'listener'>,
  { log: logStream, audit: auditStream }: StartOptions,
) {
  const { logLevel, auditSecret, metricsToken } = observability;
  const log = createLog(logLevel, logStream);
  const sources: GaugeSources = {};
  const metrics = createMetrics(version, sources);
  const { registry } = metrics;
  const { tracer, close: closeTracer } = await createTracer(observability);
  const { audit, close: closeAudit } = createAudit(metrics, auditSecret, auditStream);
  const unsubscribes = [...metrics.subscriptions, decisions.subscribe(audit)];
  const nameSubject = createSubjectHash(auditSecret);
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
    serveMetrics: createMetricsEndpoint({
      metricsToken,
      // Not through a reverse proxy on this machine.
      hasOpenMetrics: !isExposed(listener) && listener.trustedProxies.length === 0,
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
