import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { serviceResponses } from '../../avatar-service/diagnostics.ts';
import type { ConnectionUse } from '../../avatar-service/store/schema.ts';
import { rejectedRequests } from '../../listener/limits.ts';
import type { DecisionEvent } from '../../policy/diagnostics.ts';
import type { Concurrency } from '../../shared/concurrency-limit.ts';

/** Buckets of durations in seconds, from a cached read to a slow upload. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];

/** Parts of the process that gauges show, once there are such parts. Read on each collection. */
export interface GaugeSources {
  isUpstreamDown?(): boolean;
  getUpstreamConcurrency?(): Readonly<Record<'calls' | 'uploads', Concurrency>>;
  isRedisUnavailable?(): boolean;
  getDatabaseConnections?(): ConnectionUse;
  getPolicyVersion?(): string | undefined;
}

const NO_CONNECTIONS: ConnectionUse = { used: 0, idle: 0, waiting: 0, limit: 0 };

/** The values of a gauge, each with its labels. */
type Values = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/** The metrics of Node.js. prom-client cannot stop collecting them, so that they are collected once. */
let processMetrics: Registry | undefined;

function getProcessMetrics(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

/**
 * Creates the metrics of the process. The dashboard and the alert rules use their names. The values of every label are
 * bounded: by the schema, by the specification, by the policy file, or by `createNameLabels`.
 */
export function createMetrics(version: string, sources: GaugeSources) {
  const registry = Registry.merge([getProcessMetrics()]);
  const registers = [registry];

  const count = <const Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Counter({ name, help, labelNames, registers });

  const time = <const Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });

  /** Shows values that are read on each collection. */
  const show = (name: string, help: string, labelNames: string[], read: () => Values) =>
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

  show('avatar_graphql_info', 'Number of running processes by version.', ['version'], () => [
    [{ version }, 1],
  ]);
  show(
    'avatar_graphql_policy_info',
    'Number of running processes by the version of their policy.',
    ['version'],
    () => {
      const policy = sources.getPolicyVersion?.();
      return policy === undefined ? [] : [[{ version: policy }, 1]];
    },
  );
  show(
    'avatar_graphql_upstream_down',
    'Number of processes whose circuit breaker is open.',
    [],
    () => [[{}, Number(sources.isUpstreamDown?.() ?? false)]],
  );
  show(
    'avatar_graphql_upstream_concurrency',
    'Concurrent calls to the upstream by kind (calls or uploads) and state: active or waiting. The state limit is the maximum of active calls.',
    ['kind', 'state'],
    () =>
      Object.entries(sources.getUpstreamConcurrency?.() ?? {}).flatMap(([kind, states]) =>
        Object.entries(states).map(([state, calls]) => [{ kind, state }, calls] as const),
      ),
  );
  show(
    'avatar_graphql_redis_unavailable',
    'Number of processes whose Redis is unavailable.',
    [],
    () => [[{}, Number(sources.isRedisUnavailable?.() ?? false)]],
  );
  show(
    'avatar_service_database_connections',
    'Postgres connections of the built-in avatar service by state: used or idle. The state limit is the maximum, waiting the number of statements that wait for a connection. 0 without Postgres.',
    ['state'],
    () =>
      Object.entries(sources.getDatabaseConnections?.() ?? NO_CONNECTIONS).map(
        ([state, connections]) => [{ state }, connections] as const,
      ),
  );

  const shed = count(
    'avatar_graphql_requests_shed_total',
    'GraphQL requests rejected because of overload.',
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
      rejectedRequests.subscribe(() => shed.inc()),
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
