import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { serviceResponses } from '../../avatar-service/diagnostics.ts';
import { lookups } from '../../graphql/diagnostics.ts';
import { rejectedRequests } from '../../listener/load-shedding.ts';
import type { Concurrency } from '../../shared/concurrency-limit.ts';
import type { DiagnosticEvent } from '../../shared/diagnostic-event.ts';
import { reads, retries } from '../../upstream/diagnostics.ts';
import { fallbacks } from '../redis/diagnostics.ts';

/** Buckets of durations in seconds, from a cached read to a slow upload. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

const BYTES = [16_384, 65_536, 262_144, 1_048_576, 2_621_440, 5_242_880, 10_485_760, 104_857_600];

/** Number of database connections by state, of statements that wait for one, and the maximum. */
type ConnectionUse = Readonly<Record<'used' | 'idle' | 'waiting' | 'limit', number>>;

/** The current policy. */
interface PolicyState {
  readonly version: string;
}

/** Sources of gauges, read on each collection. */
export interface GaugeSources {
  isUpstreamDown(): boolean;
  getUpstreamConcurrency(): Readonly<Record<'calls' | 'uploads', Concurrency>>;
  isRedisUnavailable(): boolean;
  getDatabaseConnections(): ConnectionUse;
  getPolicy(): PolicyState | undefined;
}

const NO_CALLS: Concurrency = { active: 0, waiting: 0, limit: 0 };

/** The sources of a process without any of these. */
export const NO_SOURCES: GaugeSources = {
  isUpstreamDown: () => false,
  getUpstreamConcurrency: () => ({ calls: NO_CALLS, uploads: NO_CALLS }),
  isRedisUnavailable: () => false,
  getDatabaseConnections: () => ({ used: 0, idle: 0, waiting: 0, limit: 0 }),
  getPolicy: () => undefined,
};

/**
 * Creates the metrics of the process. The dashboard and the alert rules use their names. The values of every label are
 * bounded: by the schema, by the specification, or by `createBoundedLabels`.
 */
export function createMetrics(version: string, sources: GaugeSources) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'avatar_graphql_info',
    help: 'Number of running processes by version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  /** Counts an event by the labels that `getLabels` returns. */
  const count = <Message>(
    event: DiagnosticEvent<Message>,
    {
      getLabels,
      ...counter
    }: Omit<CounterConfiguration<string>, 'registers'> & {
      getLabels?: (message: Message) => Record<string, string>;
    },
  ) => {
    const counted = new Counter({ ...counter, registers });
    return event.subscribe((message) => counted.inc(getLabels?.(message) ?? {}));
  };
  const lookupCounter = new Counter({
    name: 'avatar_graphql_lookups_total',
    help: 'Lookups by kind: ids requested from a loader (result asked), and hits and misses of the cache of verified ids and of upstream reads (deduplicated or cached).',
    labelNames: ['of', 'result'],
    registers,
  });
  const countLookup = (of: string, isHit: boolean | undefined) =>
    lookupCounter.inc({ of, result: isHit === undefined ? 'asked' : isHit ? 'hit' : 'miss' });
  const serviceSeconds = new Histogram({
    name: 'avatar_service_request_duration_seconds',
    help: 'Duration of requests to the built-in avatar service by endpoint and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: SECONDS,
    registers,
  });
  /** The counters, by the event that a module publishes. */
  const subscriptions = [
    count(retries, {
      name: 'avatar_graphql_upstream_retries_total',
      help: 'Retries of calls to the upstream.',
      labelNames: ['endpoint'],
      getLabels: ({ call }) => ({ endpoint: call }),
    }),
    count(fallbacks, {
      name: 'avatar_graphql_redis_fallbacks_total',
      help: 'Fallbacks to local state because Redis was unavailable, by what Redis is used for: limits, versions (of cached reads), changes (of these versions by writes), verified ids, documents (of automatic persisted queries).',
      labelNames: ['of'],
      getLabels: ({ of }) => ({ of }),
    }),
    count(rejectedRequests, {
      name: 'avatar_graphql_requests_shed_total',
      help: 'GraphQL requests rejected because of overload.',
    }),
    lookups.subscribe(({ of, isHit }) => countLookup(of, isHit)),
    reads.subscribe(({ isShared }) => countLookup('upstream', isShared)),
    serviceResponses.subscribe(({ seconds, ...labels }) => serviceSeconds.observe(labels, seconds)),
  ];
  return {
    registry,
    /** Functions that stop the counting of events. */
    subscriptions,
    operations: new Counter({
      name: 'avatar_graphql_operations_total',
      help: 'GraphQL operations by name, type and code: the code of the first error, OK, or CLIENT_DISCONNECTED if the client disconnected.',
      labelNames: ['operation', 'type', 'code'],
      registers,
    }),
    operationSeconds: new Histogram({
      name: 'avatar_graphql_operation_duration_seconds',
      help: 'Duration of GraphQL operations.',
      labelNames: ['operation', 'type'],
      buckets: SECONDS,
      registers,
    }),
    operationsInFlight: new Gauge({
      name: 'avatar_graphql_operations_in_flight',
      help: 'GraphQL operations in progress.',
      registers,
    }),
    upstreamCalls: new Counter({
      name: 'avatar_graphql_upstream_calls_total',
      help: 'Calls to the upstream by endpoint and status, including retries; the status is error if there was no response.',
      labelNames: ['endpoint', 'status'],
      registers,
    }),
    upstreamSeconds: new Histogram({
      name: 'avatar_graphql_upstream_call_duration_seconds',
      help: 'Duration of calls to the upstream, including the wait for a connection.',
      labelNames: ['endpoint'],
      buckets: SECONDS,
      registers,
    }),
    upstreamDown: new Gauge({
      name: 'avatar_graphql_upstream_down',
      help: 'Number of processes whose circuit breaker is open.',
      registers,
      collect() {
        this.set(sources.isUpstreamDown() ? 1 : 0);
      },
    }),
    upstreamConcurrency: new Gauge({
      name: 'avatar_graphql_upstream_concurrency',
      help: 'Concurrent calls to the upstream by kind (calls or uploads) and state: active or waiting. The state limit is the maximum of active calls.',
      labelNames: ['kind', 'state'],
      registers,
      collect() {
        for (const [kind, states] of Object.entries(sources.getUpstreamConcurrency())) {
          for (const [state, count] of Object.entries(states)) this.set({ kind, state }, count);
        }
      },
    }),
    redisUnavailable: new Gauge({
      name: 'avatar_graphql_redis_unavailable',
      help: 'Number of processes whose Redis is unavailable.',
      registers,
      collect() {
        this.set(sources.isRedisUnavailable() ? 1 : 0);
      },
    }),
    batchSizes: new Histogram({
      name: 'avatar_graphql_loader_batch_size',
      help: 'Number of distinct ids per loader batch.',
      labelNames: ['loader'],
      buckets: BATCH_SIZES,
      registers,
    }),
    uploads: new Counter({
      name: 'avatar_graphql_uploads_total',
      help: 'Images sent to the upstream by status; the status is error if there was no response.',
      labelNames: ['status'],
      registers,
    }),
    uploadBytes: new Histogram({
      name: 'avatar_graphql_upload_bytes',
      help: 'Size in bytes of the images sent to the upstream.',
      buckets: BYTES,
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'avatar_service_database_connections',
      help: 'Postgres connections of the built-in avatar service by state: used or idle. The state limit is the maximum, waiting the number of statements that wait for a connection. 0 without Postgres.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(sources.getDatabaseConnections()))
          this.set({ state }, count);
      },
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
