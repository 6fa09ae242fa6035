import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { table } from './report.ts';

const CallFrame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() });
type CallFrame = z.output<typeof CallFrame>;

/** The parts of V8's CPU profile that we read. Times are microseconds. */
const CpuProfile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: CallFrame })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** The parts of V8's profile of allocations that we read. Sizes are bytes. */
const Allocations = z.object({
  callFrame: CallFrame,
  selfSize: z.number(),
  get children() {
    return z.array(Allocations);
  },
});
type Allocations = z.output<typeof Allocations>;
const HeapProfile = z.object({ head: Allocations });

/** A file by its package, or its path here. */
const placeOf = (url: string) => {
  const inPackage = url.split('/node_modules/').at(-1);
  if (inPackage !== url && inPackage) {
    return inPackage
      .split('/')
      .slice(0, inPackage.startsWith('@') ? 2 : 1)
      .join('/');
  }
  return url === '' ? '(engine)' : url.replace(/^.*\/(src|test)\//, '$1/');
};

/** Shares of something, by package and by function, most first. */
function shares(what: string, spent: readonly (readonly [CallFrame, number])[], rows: number) {
  const byPlace = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let total = 0;
  for (const [{ functionName, url, lineNumber }, amount] of spent) {
    const place = placeOf(url);
    const name = `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`;
    byPlace.set(place, (byPlace.get(place) ?? 0) + amount);
    byFunction.set(name, (byFunction.get(name) ?? 0) + amount);
    total += amount;
  }
  const top = (amounts: Map<string, number>) =>
    [...amounts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, rows)
      .map(([name, amount]) => [name, `${((100 * amount) / total).toFixed(1)}%`]);
  return `${table(['package or file', what], top(byPlace))}\n\n${table(['function', what], top(byFunction))}\n`;
}

/** Where a CPU profile's time went. */
export function timeOf(file: string, rows = 40): string {
  const { nodes, samples, timeDeltas } = CpuProfile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spent = samples.flatMap((id, index): [CallFrame, number][] => {
    const frame = frames.get(id);
    return frame && frame.functionName !== '(idle)' ? [[frame, timeDeltas[index] ?? 0]] : [];
  });
  return shares('time', spent, rows);
}

/** Who allocated the bytes of a heap profile. */
export function bytesOf(file: string, rows = 40): string {
  const { head } = HeapProfile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const all = (node: Allocations): [CallFrame, number][] => [
    [node.callFrame, node.selfSize],
    ...node.children.flatMap(all),
  ];
  return shares('bytes', all(head), rows);
}
