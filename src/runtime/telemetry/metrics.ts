import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { serviceResponses } from '../../avatar-service/diagnostics.ts';
import { rejectedRequests } from '../../listener/limits.ts';
import type { DecisionEvent } from '../../policy/diagnostics.ts';
import type { Concurrency } from '../../shared/concurrency-limit.ts';
import { reads, retries } from '../../upstream/diagnostics.ts';
import { fallbacks } from '../redis/diagnostics.ts';

/** Buckets of durations in seconds, from a cached read to a slow upload. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];

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
 * bounded: by the schema, by the specification, by the policy file, or by `createNameLabels`.
 */
export function createMetrics(version: string, sources: GaugeSources) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const count = <const Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Counter({ name, help, labelNames, registers });

  const time = <const Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });

  /** Shows values that are read on each collection, each with its labels. */
  const show = <const Label extends string = never>(
    { name, help, labelNames = [] }: { name: string; help: string; labelNames?: Label[] },
    read: () => readonly (readonly [Partial<Record<Label, string>>, number])[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });

  show(
    {
      name: 'avatar_graphql_info',
      help: 'Number of running processes by version.',
      labelNames: ['version'],
    },
    () => [[{ version }, 1]],
  );
  show(
    {
      name: 'avatar_graphql_policy_info',
      help: 'Number of running processes by the version of their policy.',
      labelNames: ['version'],
    },
    () => {
      const policy = sources.getPolicy();
      return policy ? [[{ version: policy.version }, 1]] : [];
    },
  );
  show(
    {
      name: 'avatar_graphql_upstream_down',
      help: 'Number of processes whose circuit breaker is open.',
    },
    () => [[{}, sources.isUpstreamDown() ? 1 : 0]],
  );
  show(
    {
      name: 'avatar_graphql_upstream_concurrency',
      help: 'Concurrent calls to the upstream by kind (calls or uploads) and state: active or waiting. The state limit is the maximum of active calls.',
      labelNames: ['kind', 'state'],
    },
    () =>
      Object.entries(sources.getUpstreamConcurrency()).flatMap(([kind, states]) =>
        Object.entries(states).map(([state, calls]) => [{ kind, state }, calls] as const),
      ),
  );
  show(
    {
      name: 'avatar_graphql_redis_unavailable',
      help: 'Number of processes whose Redis is unavailable.',
    },
    () => [[{}, sources.isRedisUnavailable() ? 1 : 0]],
  );
  show(
    {
      name: 'avatar_service_database_connections',
      help: 'Postgres connections of the built-in avatar service by state: used or idle. The state limit is the maximum, waiting the number of statements that wait for a connection. 0 without Postgres.',
      labelNames: ['state'],
    },
    () =>
      Object.entries(sources.getDatabaseConnections()).map(
        ([state, connections]) => [{ state }, connections] as const,
      ),
  );

  const retried = count(
    'avatar_graphql_upstream_retries_total',
    'Retries of calls to the upstream.',
    'endpoint',
  );
  const fellBack = count(
    'avatar_graphql_redis_fallbacks_total',
    'Fallbacks to local state because Redis was unavailable, by what Redis is used for.',
    'of',
  );
  const shed = count(
    'avatar_graphql_requests_shed_total',
    'GraphQL requests rejected because of overload.',
  );
  const readResults = count(
    'avatar_graphql_upstream_reads_total',
    'Reads of the upstream by result: called, or shared if an identical read was cached or under way.',
    'result',
  );
  const serviceSeconds = time(
    'avatar_service_request_duration_seconds',
    'Duration of requests to the built-in avatar service by endpoint and status.',
    'method',
    'path',
    'status',
  );
  const mints = count(
    'avatar_graphql_policy_mints_total',
    'Session tokens and meeting invites created by callers of a policy, by role.',
    'role',
  );
  const minutes = count(
    'avatar_graphql_policy_reserved_minutes_total',
    'Maximum lengths of their sessions in minutes, by role.',
    'role',
  );
  const refusals = count(
    'avatar_graphql_policy_refusals_total',
    'What a policy refused, by role, rule and outcome: refused, absent (it does not exist for the caller) or limited.',
    'role',
    'rule',
    'outcome',
  );

  return {
    registry,
    /** Functions that stop the counting of events that modules publish. */
    subscriptions: [
      retries.subscribe(({ call }) => retried.inc({ endpoint: call })),
      fallbacks.subscribe(({ of }) => fellBack.inc({ of })),
      rejectedRequests.subscribe(() => shed.inc()),
      reads.subscribe(({ isShared }) =>
        readResults.inc({ result: isShared ? 'shared' : 'called' }),
      ),
      serviceResponses.subscribe(({ seconds, method, path, status }) =>
        serviceSeconds.observe({ method, path, status }, seconds),
      ),
    ],
    operations: count(
      'avatar_graphql_operations_total',
      'GraphQL operations by name, type and code: the code of the first error, OK, or CLIENT_DISCONNECTED if the client disconnected.',
      'operation',
      'type',
      'code',
    ),
    operationSeconds: time(
      'avatar_graphql_operation_duration_seconds',
      'Duration of GraphQL operations.',
      'operation',
      'type',
    ),
    operationsInFlight: new Gauge({
      name: 'avatar_graphql_operations_in_flight',
      help: 'GraphQL operations in progress.',
      registers,
    }),
    upstreamCalls: count(
      'avatar_graphql_upstream_calls_total',
      'Calls to the upstream by endpoint and status, including retries; the status is error if there was no response.',
      'endpoint',
      'status',
    ),
    upstreamSeconds: time(
      'avatar_graphql_upstream_call_duration_seconds',
      'Duration of calls to the upstream, including the wait for a connection.',
      'endpoint',
    ),
    /** Counts a decision of a policy. Roles and rules are named by its file, so that there are as many as it has. */
    recordDecision: (event: string, { grant, decision, rule, mint, outcome }: DecisionEvent) => {
      const role = grant.role?.name ?? 'none';
      if (event === 'refused') refusals.inc({ role, rule: rule ?? '', outcome: decision });
      if (event !== 'mint' || outcome !== 'OK') return;
      mints.inc({ role });
      minutes.inc({ role }, (mint?.seconds ?? 0) / 60);
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
