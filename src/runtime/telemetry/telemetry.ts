import cluster from 'node:cluster';
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { decisions } from '../../policy/diagnostics.ts';
import { type CreateErrorBody, sendError } from '../../shared/http-errors.ts';
import { isLoopback } from '../../shared/loopback.ts';
import type { Secret } from '../../shared/secret.ts';
import type { TraceAttempt } from '../../upstream/call.ts';
import type { RestClient } from '../../upstream/client.ts';
import type { Config } from '../config/config.ts';
import { shareMetrics } from '../workers.ts';
import { createAudit, describeLoss, selectAudited } from './audit.ts';
import { LineWriter } from './line-writer.ts';
import { createLog, createLossLogger, type Log } from './log.ts';
import { createMetrics, type GaugeSources, NO_SOURCES } from './metrics.ts';
import { createSubjectNames } from './name-subject.ts';
import { observeLoaders } from './observe-loaders.ts';
import { observeRestClient } from './observe-upstream.ts';
import { useTelemetry } from './operation-telemetry.ts';
import { createPolicyMetrics } from './policy-metrics.ts';
import { createTracing } from './tracing.ts';
import { createAttemptTracing, observeAttempts } from './upstream-attempts.ts';

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

export interface Telemetry {
  readonly log: Log;
  /** Records the operations of a GraphQL server. Must come after the plugin that sets error codes. */
  readonly plugin: ReturnType<typeof useTelemetry>;
  readonly traceAttempt: TraceAttempt;
  /** Sets what gauges show. */
  observe(sources: Partial<GaugeSources>): void;
  /** Observes the calls of `client` to the upstream at `url`. */
  observeUpstream(url: string, client: Pick<RestClient, 'isDown' | 'concurrency'>): void;
  /** Responds to a request for /metrics. Errors have the format of the port. */
  serveMetrics(
    request: IncomingMessage,
    response: ServerResponse,
    errorBody: CreateErrorBody,
  ): Promise<void>;
  /** Unsubscribes, and sends the remaining spans and lines of the audit. */
  close(): Promise<void>;
}

const hashText = (text: string) => hash('sha256', text, 'buffer');

const READ_METHODS = ['GET', 'HEAD'];

const isAllowed = (header: string | undefined, token: Secret) =>
  timingSafeEqual(hashText(header ?? ''), hashText(`Bearer ${token.reveal()}`));

/** Whether a Host header names this machine. A page whose own name resolves to it (DNS rebinding) sends that name. */
const isLoopbackHost = (host: string | undefined) =>
  isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');

export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { version, metricsToken } = options;
  const log = createLog(options.logLevel, options.log);
  const sources = { ...NO_SOURCES };
  const metrics = createMetrics(version, sources);
  const { registry } = metrics;
  const policyMetrics = createPolicyMetrics(registry, sources);
  const writer = new LineWriter(options.audit ?? process.stdout, {
    describeLoss,
    onLoss: createLossLogger(log, policyMetrics.countLostLines),
  });
  const audit = createAudit(writer, options.auditSecret);
  const onDecision = selectAudited((audited) => {
    policyMetrics.recordDecision(audited);
    audit(audited);
  });
  const tracing = await createTracing(options);
  const collect = cluster.isWorker ? shareMetrics(registry) : () => registry.metrics();
  const unsubscribes = [
    ...metrics.subscriptions,
    decisions.subscribe(onDecision),
    ...observeLoaders(metrics, tracing),
    ...observeRestClient(log),
  ];
  return {
    log,
    plugin: useTelemetry({
      log,
      metrics,
      tracing,
      nameSubject: createSubjectNames(options.logSubjects, options.auditSecret),
    }),
    traceAttempt: createAttemptTracing(tracing),
    observe: (found) => void Object.assign(sources, found),
    observeUpstream: (url, client) => {
      sources.isUpstreamDown = () => client.isDown();
      sources.getUpstreamConcurrency = () => client.concurrency();
      unsubscribes.push(...observeAttempts(url, metrics));
    },
    serveMetrics: async ({ method = '', headers }, response, errorBody) => {
      const reject = (status: number, message: string, headers?: Record<string, string>) =>
        sendError(response, { status, message }, errorBody, headers);
      if (!READ_METHODS.includes(method)) {
        return reject(405, 'Metrics are read-only.', { allow: READ_METHODS.join(', ') });
      }
      if (!metricsToken && !(options.hasOpenMetrics && isLoopbackHost(headers.host))) {
        return reject(403, 'METRICS_TOKEN is not set, so metrics are available only on loopback.');
      }
      if (metricsToken && !isAllowed(headers.authorization, metricsToken)) {
        const challenge = { 'www-authenticate': 'Bearer' };
        return reject(401, 'Metrics require METRICS_TOKEN as a bearer token.', challenge);
      }
      try {
        const text = await collect();
        response.writeHead(200, {
          'content-type': registry.contentType,
          'cache-control': 'no-store',
        });
        response.end(text);
      } catch (error) {
        log.error({ err: error }, 'metrics cannot be collected');
        reject(500, 'The metrics cannot be collected.');
      }
    },
    close: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      await Promise.all([writer.close(), tracing.close()]);
    },
  };
}
