import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Concurrency } from '../../upstream/concurrency-limit.ts';

/** Upper bounds of durations, in seconds: from what memory answers to what an upload may take. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

const BYTES = [16_384, 65_536, 262_144, 1_048_576, 2_621_440, 5_242_880, 10_485_760, 104_857_600];

/** Connections to a database at a moment, and what waits for one. */
export type ConnectionUse = Readonly<Record<'used' | 'idle' | 'waiting' | 'limit', number>>;

/** What is not counted but looked at, whenever metrics are asked for. */
interface Watched {
  isUpstreamDown(): boolean;
  upstreamConcurrency(): Readonly<Record<'calls' | 'uploads', Concurrency>>;
  isRedisAway(): boolean;
  connections(): ConnectionUse;
}

/**
 * What the process counts, under the names that /metrics, the dashboard and the alert rules have. Every label's values
 * are bounded: by the schema, by the specification, or by `boundNames`.
 */
export function createMetrics(
  version: string,
  { isUpstreamDown, upstreamConcurrency, isRedisAway, connections }: Watched,
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'avatar_graphql_info',
    help: 'One for each process that runs, by version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  return {
    registry,
    operations: new Counter({
      name: 'avatar_graphql_operations_total',
      help: 'GraphQL operations answered, by name, type and the code of their first error, or OK, or CALLER_GONE where nobody waited any more.',
      labelNames: ['operation', 'type', 'code'],
      registers,
    }),
    operationSeconds: new Histogram({
      name: 'avatar_graphql_operation_duration_seconds',
      help: 'Time from the arrival of a GraphQL operation to its answer.',
      labelNames: ['operation', 'type'],
      buckets: SECONDS,
      registers,
    }),
    operationsInFlight: new Gauge({
      name: 'avatar_graphql_operations_in_flight',
      help: 'GraphQL operations under way.',
      registers,
    }),
    upstreamCalls: new Counter({
      name: 'avatar_graphql_upstream_calls_total',
      help: 'Calls to the upstream service, each try counted, by endpoint and status, or error where no answer came.',
      labelNames: ['endpoint', 'status'],
      registers,
    }),
    upstreamSeconds: new Histogram({
      name: 'avatar_graphql_upstream_call_duration_seconds',
      help: 'Time from the beginning of a call to the upstream service, waiting for a connection included, to its whole answer.',
      labelNames: ['endpoint'],
      buckets: SECONDS,
      registers,
    }),
    upstreamRetries: new Counter({
      name: 'avatar_graphql_upstream_retries_total',
      help: 'Further tries of calls to the upstream service that had failed for a passing reason.',
      labelNames: ['endpoint'],
      registers,
    }),
    upstreamDown: new Gauge({
      name: 'avatar_graphql_upstream_down',
      help: 'Processes whose circuit breaker fails calls to the upstream service at once, because most of the latest failed.',
      registers,
      collect() {
        this.set(isUpstreamDown() ? 1 : 0);
      },
    }),
    upstreamConcurrency: new Gauge({
      name: 'avatar_graphql_upstream_concurrency',
      help: 'Calls to the upstream service, by kind, calls or uploads, and state: active, or waiting for their turn; limit is how many may be active.',
      labelNames: ['kind', 'state'],
      registers,
      collect() {
        for (const [kind, states] of Object.entries(upstreamConcurrency())) {
          for (const [state, count] of Object.entries(states)) this.set({ kind, state }, count);
        }
      },
    }),
    redisAway: new Gauge({
      name: 'avatar_graphql_redis_away',
      help: 'Processes that do without their Redis, because it is away or refuses to keep anything.',
      registers,
      collect() {
        this.set(isRedisAway() ? 1 : 0);
      },
    }),
    redisFallbacks: new Counter({
      name: 'avatar_graphql_redis_fallbacks_total',
      help: 'What was done without Redis: limits counted by a process for itself, answers neither looked for nor kept, changes that other processes were not told of, verified ids remembered by a process for itself.',
      labelNames: ['of'],
      registers,
    }),
    shed: new Counter({
      name: 'avatar_graphql_requests_shed_total',
      help: 'Requests to the graph that were refused unread, because more was under way than can be done.',
      registers,
    }),
    batchSizes: new Histogram({
      name: 'avatar_graphql_loader_batch_size',
      help: 'Distinct ids that a loader looked up at once; the sum is the ids that were asked upstream.',
      labelNames: ['loader'],
      buckets: BATCH_SIZES,
      registers,
    }),
    lookups: new Counter({
      name: 'avatar_graphql_lookups_total',
      help: 'Ids asked of a loader or of the memory of verified ids, reads asked of the upstream, where a hit is answered by an identical one under way, and answers looked for in Redis; result is asked for loaders, hit or miss for the others.',
      labelNames: ['of', 'result'],
      registers,
    }),
    uploads: new Counter({
      name: 'avatar_graphql_uploads_total',
      help: 'Images sent to the upstream service, by status, or error where no answer came.',
      labelNames: ['status'],
      registers,
    }),
    uploadBytes: new Histogram({
      name: 'avatar_graphql_upload_bytes',
      help: 'Bytes of the images sent to the upstream service.',
      buckets: BYTES,
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'avatar_service_database_connections',
      help: 'Connections of our own avatar service to its Postgres database, by state: used or idle; limit is how many there may be, waiting how many statements wait for one. 0 where there is no such database.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
      },
    }),
    serviceSeconds: new Histogram({
      name: 'avatar_service_request_duration_seconds',
      help: 'Time that our own avatar service took to answer, by endpoint and status.',
      labelNames: ['method', 'path', 'status'],
      buckets: SECONDS,
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
