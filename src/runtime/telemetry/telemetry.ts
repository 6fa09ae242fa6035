import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { type ErrorBody, sendError } from '../../shared/http-errors.ts';
import type { RestClient } from '../../upstream/client.ts';
import { watchLoaders } from './loader-metrics.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import { type ConnectionUse, createMetrics } from './metrics.ts';
import { watchRedis } from './redis-metrics.ts';
import { useTelemetry } from './telemetry-plugin.ts';
import { createTracing, type TracingOptions } from './tracing.ts';
import { watchUpstream } from './upstream-attempts.ts';
import { watchRest } from './upstream-metrics.ts';

/** What is told to whom. */
export interface TelemetryOptions {
  readonly version: string;
  /** Default `warn`. */
  readonly logLevel?: LogLevel;
  /** Where spans go. Default: nowhere. */
  readonly tracing?: Omit<TracingOptions, 'version'>;
  /** What a reader of /metrics has to send as a bearer token; `open` lets everyone read, `closed` nobody. */
  readonly metricsAccess: { readonly token: string } | 'open' | 'closed';
  /** Collects the metrics of all processes that share the address. Default: those of this one. */
  readonly collect?: () => Promise<string>;
}

/** All by which operators see what the process does. */
export interface Telemetry {
  readonly log: Log;
  /** Watches the operations of a GraphQL server; belongs after the plugin that gives errors their codes. */
  readonly plugin: Plugin;
  /** Watches the calls of `client` to the upstream at `url`. */
  watchUpstream(url: string, client: Pick<RestClient, 'isDown' | 'concurrency'>): void;
  /** Watches what is shared by way of Redis; `isAway` tells whether that is of no use. */
  watchRedis(isAway: () => boolean): void;
  /** Watches the connections of our own avatar service to its database. */
  watchConnections(read: () => ConnectionUse): void;
  /** Notes a request to the graph that was refused unread. */
  noteShed(): void;
  /** Notes an answer of our own avatar service; `path` is the route, never the path itself. */
  noteServiceAnswer(answer: { method: string; path: string; status: number; ms: number }): void;
  /** Answers a request for /metrics; its refusals have the shape of the port's errors. */
  answerMetrics(
    request: IncomingMessage,
    response: ServerResponse,
    errorBody: ErrorBody,
  ): Promise<void>;
  /** The metrics of this process, as prom-client has them. */
  ownMetrics(): Promise<object[]>;
  /** Ends the watching, and sends the spans that have not been sent. */
  close(): Promise<void>;
}

const digest = (text: string) => hash('sha256', text, 'buffer');

const READS = ['GET', 'HEAD'];

const mayRead = (header: string | undefined, access: 'open' | { readonly token: string }) => {
  if (access === 'open') return true;
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${access.token}`));
};

/** Starts to watch what the process does. */
export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { version, metricsAccess } = options;
  const log = createLog(options.logLevel ?? 'warn');
  const nothing = { active: 0, waiting: 0, limit: 0 };
  let upstream: Pick<RestClient, 'isDown' | 'concurrency'> = {
    isDown: () => false,
    concurrency: () => ({ calls: nothing, uploads: nothing }),
  };
  let isRedisAway = () => false;
  let connections = (): ConnectionUse => ({ used: 0, idle: 0, waiting: 0, limit: 0 });
  const metrics = createMetrics(version, {
    isUpstreamDown: () => upstream.isDown(),
    upstreamConcurrency: () => upstream.concurrency(),
    isRedisAway: () => isRedisAway(),
    connections: () => connections(),
  });
  const { registry } = metrics;
  const tracing = await createTracing(options.tracing && { ...options.tracing, version });
  const collect = options.collect ?? (() => registry.metrics());
  const endings = [watchLoaders(metrics, tracing.tracer), watchRest(metrics, log)];
  return {
    log,
    plugin: useTelemetry(log, metrics, tracing.tracer),
    watchUpstream: (url, client) => {
      upstream = client;
      endings.push(watchUpstream(url, metrics, tracing.tracer));
    },
    watchRedis: (isAway) => {
      isRedisAway = isAway;
      endings.push(watchRedis(metrics));
    },
    watchConnections: (read) => {
      connections = read;
    },
    noteShed: () => metrics.shed.inc(),
    noteServiceAnswer: ({ method, path, status, ms }) =>
      metrics.serviceSeconds.observe({ method, path, status }, ms / 1000),
    answerMetrics: async ({ method = '', headers }, response, errorBody) => {
      const reject = (status: number, message: string, headers?: Record<string, string>) =>
        sendError(response, { status, message }, errorBody, headers);
      if (!READS.includes(method)) {
        return reject(405, 'Metrics are read-only.', { allow: READS.join(', ') });
      }
      if (metricsAccess === 'closed') {
        return reject(403, 'METRICS_TOKEN is not set, so metrics are available only on loopback.');
      }
      if (!mayRead(headers.authorization, metricsAccess)) {
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
    ownMetrics: () => registry.getMetricsAsJSON(),
    close: async () => {
      for (const end of endings) end();
      await tracing.close();
    },
  };
}
