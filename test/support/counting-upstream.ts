import fc from 'fast-check';
import { expect } from 'vitest';
import { fakeService, sendJson } from './fake-service.ts';

/** Documents that read and change the tool of the upstream. */
export const TOOL = '{ tool(id: "t1") { name } }';
export const RENAME = 'mutation { updateTool(id: "t1", input: { name: "new" }) { tool { name } } }';

const DOCUMENTS = { read: TOOL, 'other read': `query B ${TOOL}`, write: RENAME };

/** Arbitraries of the fields of a step. */
export const STEP = {
  key: fc.constantFrom('one', 'two', 'three'),
  kind: fc.constantFrom('read', 'read', 'read', 'other read', 'write'),
  /** Whether the next step waits for this one. */
  waits: fc.boolean(),
};

interface Step {
  readonly key: string;
  readonly kind: keyof typeof DOCUMENTS;
  readonly waits: boolean;
}

/** An arbitrary of delays of calls, in turns of the event loop. */
export const DELAYS = fc.array(fc.oneof(fc.nat(5), fc.nat(300)), { minLength: 1, maxLength: 10 });

/** Starts an upstream with one tool for each key, whose name contains the number of its writes. Responses are delayed after the name is read. */
export async function startCountingUpstream() {
  const versions = new Map<string, number>();
  let delays: readonly number[] = [0];
  let calls = 0;
  const { url } = await fakeService((request, response) => {
    const key = request.headers.authorization ?? '';
    if (request.method === 'PUT') versions.set(key, (versions.get(key) ?? 0) + 1);
    const name = `${key} ${versions.get(key) ?? 0}`;
    request.resume();
    let turns = delays[calls % delays.length] ?? 0;
    calls += 1;
    const wait = () => {
      turns -= 1;
      if (turns > 0) setImmediate(wait);
      else sendJson(response, 200, { id: 't1', name });
    };
    wait();
  });
  const delay = (turns: readonly number[]) => {
    delays = turns;
  };
  return { url, delay, calls: () => calls };
}

/**
 * Runs steps, and expects that each response belongs to its caller and is not older than a write that was acknowledged
 * before the step started.
 */
export async function expectConsistentResponses<S extends Step>(
  steps: readonly S[],
  // biome-ignore lint/suspicious/noExplicitAny: data of any document.
  ask: (step: S, document: string, key: string) => Promise<{ data: any }>,
  keyOf: (key: string) => string = (key) => key,
): Promise<void> {
  const acknowledged = new Map<string, number>();
  const work = async (step: S) => {
    const key = keyOf(step.key);
    const before = acknowledged.get(key) ?? 0;
    const { data } = await ask(step, DOCUMENTS[step.kind], key);
    const name: string = (data.tool ?? data.updateTool.tool).name;
    const version = Number(name.split(' ').at(-1));
    const isWrite = step.kind === 'write';
    expect(name).toBe(`Bearer ${key} ${version}`);
    expect(version).toBeGreaterThanOrEqual(isWrite ? before + 1 : before);
    if (isWrite) acknowledged.set(key, Math.max(version, acknowledged.get(key) ?? 0));
  };
  const running: Promise<void>[] = [];
  for (const step of steps) {
    const done = work(step);
    running.push(done);
    if (step.waits) await done;
  }
  await Promise.all(running);
}
