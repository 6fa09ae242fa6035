import { constants } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { makeCallers } from './callers.ts';
import { MEASURED_CORE, OTHER_CORE, serve } from './processes.ts';
import { table } from './report.ts';
import { ourselves, upstream } from './targets.ts';
import { startWatched } from './watched.ts';
import type { Operation } from './workloads.ts';

// Says what the slowest hundredth of requests waited for: npm run bench:tails -- --connections 50 --latency 100
// A request counts as delayed by a collection if one of its kind ran during it.

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '50' },
    latency: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '8' },
    warming: { type: 'string', default: '15' },
  },
});
const connections = Number(values.connections);
const { authorizations, settings } = await makeCallers('keys', 1_000, '');
const source = upstream(Number(values.latency));
const behind = await serve(source, OTHER_CORE);
type Collection = readonly [kind: number, start: number, duration: number];

const api = await startWatched<readonly Collection[]>(
  ourselves,
  { upstreamUrl: source.url, settings },
  connections,
  { watcher: 'watch-gc.js', core: MEASURED_CORE },
);
const now = () => performance.timeOrigin + performance.now();

async function send(operation: Operation | undefined, authorization = '') {
  const start = now();
  await api.send(operation, authorization);
  return { start, end: now() };
}

async function load(operations: readonly Operation[], seconds: number) {
  const until = now() + 1000 * seconds;
  const sent: Awaited<ReturnType<typeof send>>[] = [];
  let turn = 0;
  const work = async () => {
    while (now() < until) {
      turn += 1;
      sent.push(
        await send(
          operations[turn % operations.length],
          authorizations[turn % authorizations.length],
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return sent.sort((a, b) => a.end - a.start - (b.end - b.start));
}

const rows: string[][] = [];
const workloads = ourselves.workloads.filter(({ name }) => ['Q1v', 'Q2v', 'M1'].includes(name));
for (const { operations } of workloads) await load(operations, Number(values.warming) / 3);
for (const { name, operations } of workloads) {
  await api.read();
  const sent = await load(operations, Number(values.seconds));
  const collections = await api.read();
  const slowest = sent.slice(-Math.ceil(sent.length / 100));
  const timeOf = (share: number) => {
    const { start = 0, end = 0 } = sent[Math.floor(share * (sent.length - 1))] ?? {};
    return (end - start).toFixed(0);
  };
  const ofKind = (minor: boolean) =>
    collections.filter(([kind]) => (kind === constants.NODE_PERFORMANCE_GC_MINOR) === minor);
  const describe = (chosen: readonly Collection[]) => {
    const longest = Math.max(0, ...chosen.map(([, , duration]) => duration));
    const isDuring = ({ start, end }: (typeof sent)[number]) =>
      chosen.some(([, at, duration]) => at < end && at + duration > start);
    const delayed = (100 * slowest.filter(isDuring).length) / slowest.length;
    const usual = (100 * sent.filter(isDuring).length) / sent.length;
    return [
      `${chosen.length}, ${longest.toFixed(0)}`,
      `${delayed.toFixed(0)}% (${usual.toFixed(0)}%)`,
    ];
  };
  rows.push([
    name,
    ...[0.5, 0.99, 1].map(timeOf),
    ...describe(ofKind(true)),
    ...describe(ofKind(false)),
  ]);
}
const heads = ['load', 'p50', 'p99', 'max', 'scavenges, longest', 'slowest (all) during one'];
process.stdout.write(
  `${table([...heads, 'other collections, longest', 'slowest (all) during one'], rows)}\n`,
);
await api.stop();
await behind.stop();
