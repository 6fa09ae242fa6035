import { setTimeout as delay } from 'node:timers/promises';
import { type CallerKind, makeCallers, type Outcome, send } from './load.ts';
import { MEASURED_CORE, OTHER_CORE, type Served, serve } from './processes.ts';
import { type Target, takeCalls, UPSTREAM_ASIDE, upstream } from './targets.ts';
import type { Workload } from './workloads.ts';

/** How to measure. */
export interface Plan {
  readonly targets: readonly Target[];
  readonly workloads: readonly Workload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Milliseconds that the upstream takes. */
  readonly latency: number;
  /** How callers authenticate, and how many there are. */
  readonly callers: CallerKind;
  readonly credentials: number;
  /** Seconds of the mixed loads that a process has before anything is counted: the engine compiles what is hot bit by bit, over some 30,000 requests. */
  readonly warming: number;
  /** Seconds of the same load before each that is counted. */
  readonly warmup: number;
}

/** One load on one target, in one round. */
export interface Sample extends Outcome {
  readonly target: string;
  readonly workload: string;
  /** Milliseconds that the upstream itself takes for it. */
  readonly floor: number;
  /** Microseconds of processor time for each request: what other work on the machine changes least. */
  readonly cpuMicros: number;
  /** Calls that reached the upstream for each request. */
  readonly upstreamCalls: number;
  /** Megabytes held when the load ended. */
  readonly memory: number;
}

/** Milliseconds from a target's start to its first answer. */
export interface ColdStart {
  readonly target: string;
  readonly milliseconds: number;
}

const addressOf = ({ port, path }: Target) => `http://127.0.0.1:${port}${path}`;

/** Milliseconds in which a target ends the requests whose clients left when the warm-up ended. */
const SETTLING = 1_000;

/** Sends one load and reads every meter around it. */
async function sample(
  served: Served,
  target: Target,
  workload: Workload,
  plan: Plan,
  authorizations: readonly string[],
): Promise<Sample> {
  await expectData(target, workload, authorizations[0]);
  const load = {
    url: addressOf(target),
    operations: workload.operations,
    authorizations,
    connections: plan.connections,
  };
  await send({ ...load, seconds: plan.warmup });
  await delay(SETTLING);
  await takeCalls();
  const before = served.cpuSeconds();
  const outcome = await send({ ...load, seconds: plan.seconds });
  const cpu = served.cpuSeconds() - before;
  return {
    ...outcome,
    target: target.name,
    workload: workload.name,
    floor: plan.latency * (workload.calls ?? 1),
    cpuMicros: (cpu * 1e6) / outcome.requests,
    upstreamCalls: (await takeCalls()) / outcome.requests,
    memory: served.residentMegabytes(),
  };
}

/** @throws Error where a target answers a load's first operation with less than its data: no such rate says anything. */
async function expectData(target: Target, { name, operations }: Workload, authorization?: string) {
  const response = await fetch(addressOf(target), {
    method: 'POST',
    // A kept connection may end just when the next load begins.
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      ...(authorization && { authorization }),
    },
    body: JSON.stringify(operations[0]),
  });
  const text = await response.text();
  if (response.status === 200 && !/"errors":|"data":null/.test(text)) return;
  throw new Error(`${target.name} cannot serve ${name}: ${response.status} ${text.slice(0, 200)}`);
}

/** Sends the loads in turn. */
async function warm(
  target: Target,
  { warming, workloads, connections }: Plan,
  authorizations: readonly string[],
): Promise<void> {
  if (warming === 0) return;
  const most = Math.max(...workloads.map(({ operations }) => operations.length));
  const operations = Array.from({ length: most }, (_, n) =>
    workloads.flatMap(({ operations: own }) => own[n % own.length] ?? []),
  ).flat();
  await send({ url: addressOf(target), operations, authorizations, connections, seconds: warming });
}

/**
 * Measures every load on every target, one after the other and that `rounds` times over, so that what else goes on
 * in the machine falls on all of them alike.
 */
export async function measure(plan: Plan): Promise<{ samples: Sample[]; coldStarts: ColdStart[] }> {
  const samples: Sample[] = [];
  const coldStarts: ColdStart[] = [];
  const callers = await makeCallers(plan.callers, plan.credentials, `${UPSTREAM_ASIDE}/keys`);
  const { authorizations, settings } = callers;
  const source = upstream(plan.latency, callers.keySet);
  const behind = await serve(source, OTHER_CORE);
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const target of plan.targets) {
        const served = await serve(
          target.program({ upstreamUrl: source.url, settings }),
          MEASURED_CORE,
        );
        coldStarts.push({ target: target.name, milliseconds: served.coldStart });
        try {
          await warm(target, plan, authorizations);
          for (const workload of plan.workloads)
            samples.push(await sample(served, target, workload, plan, authorizations));
        } finally {
          await served.stop();
        }
      }
    }
  } finally {
    await behind.stop();
  }
  return { samples, coldStarts };
}
