import { type Outcome, send } from './load.ts';
import { MEASURED_CORE, OTHER_CORE, type Served, serve } from './processes.ts';
import { type Target, upstream } from './targets.ts';
import type { Workload } from './workloads.ts';

/** How to measure. */
export interface Plan {
  readonly targets: readonly Target[];
  /** Names of workloads; all where it is empty. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Milliseconds that the upstream takes. */
  readonly latency: number;
  /** Seconds of the mixed load that a process has before anything is counted: the engine compiles what is hot bit by bit, over some 30,000 requests. */
  readonly warming: number;
  /** Seconds of the same load before each that is counted. */
  readonly warmup: number;
  /** Told when a load begins to count, and when it ends. */
  readonly onLoad?: (served: Served, isBeginning: boolean) => void;
}

/** One load on one target, in one round. */
export interface Sample extends Outcome {
  readonly target: string;
  readonly workload: string;
  readonly latency: number;
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

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/** Sends one load and reads every meter around it. */
export async function sample(
  served: Served,
  target: Target,
  workload: Workload,
  plan: Omit<Plan, 'targets' | 'only' | 'rounds' | 'warming'>,
): Promise<Sample> {
  const calls = async () =>
    Number(await (await fetch(`${addressOf(upstream(0).port)}/calls`)).text());
  const url = `${addressOf(target.program('').port)}${target.path}`;
  const load = {
    url,
    operations: workload.operations,
    connections: workload.connections ?? plan.connections,
  };
  await send({ ...load, seconds: plan.warmup });
  await calls();
  plan.onLoad?.(served, true);
  const before = served.cpuSeconds();
  const outcome = await send({ ...load, seconds: plan.seconds });
  const cpu = served.cpuSeconds() - before;
  plan.onLoad?.(served, false);
  return {
    ...outcome,
    target: target.name,
    workload: workload.name,
    latency: plan.latency,
    cpuMicros: (cpu * 1e6) / outcome.requests,
    upstreamCalls: (await calls()) / outcome.requests,
    memory: served.residentMegabytes(),
  };
}

async function warm(target: Target, { warming, only, connections }: Plan): Promise<void> {
  const loads = target.workloads.filter(({ name }) => only.length === 0 || only.includes(name));
  const mix = loads.find(({ name }) => name === 'mix');
  const operations = mix?.operations ?? loads.flatMap((load) => load.operations);
  if (operations.length === 0 || warming === 0) return;
  const url = `${addressOf(target.program('').port)}${target.path}`;
  await send({ url, operations, connections, seconds: warming });
}

/**
 * Measures every load on every target, one after the other and that `rounds` times over, so that what else goes on
 * in the machine falls on all of them alike.
 */
export async function measure(plan: Plan): Promise<{ samples: Sample[]; coldStarts: ColdStart[] }> {
  const samples: Sample[] = [];
  const coldStarts: ColdStart[] = [];
  const source = upstream(plan.latency);
  const behind = await serve(source, OTHER_CORE);
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const target of plan.targets) {
        const served = await serve(target.program(addressOf(source.port)), MEASURED_CORE);
        coldStarts.push({ target: target.name, milliseconds: served.coldStart });
        try {
          await warm(target, plan);
          for (const workload of target.workloads) {
            if (plan.only.length > 0 && !plan.only.includes(workload.name)) continue;
            samples.push(await sample(served, target, workload, plan));
          }
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
