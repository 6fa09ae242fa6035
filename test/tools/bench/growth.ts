import type { Sample } from './measure.ts';
import { median, table } from './report.ts';
import { ourselves, type Target } from './targets.ts';
import { listOf, type Operation, variants, type Workload } from './workloads.ts';

/** One way in which work can grow, and how much its cost may at most. */
interface Growth {
  readonly of: string;
  readonly sizes: readonly number[];
  readonly workload: (size: number) => Pick<Workload, 'operations' | 'connections'>;
  readonly bound: string;
  /** Whether a measured cost is within the bound, given the one of the first size. */
  readonly holds: (here: Cost, first: Cost) => boolean;
}

interface Cost {
  readonly size: number;
  readonly cpu: number;
  readonly memory: number;
}

const FIELDS = ['name', 'description', 'systemPrompt', 'avatarId', 'voiceId', 'llmId'];

/** One persona, of which so many fields are selected. */
const fieldsOf = (count: number, n: number): Operation => {
  const fields = Array.from({ length: count }, (_, i) => `f${i}: ${FIELDS[i % FIELDS.length]}`);
  return {
    query: `query ($name: String) { personas(perPage: 1, search: $name) { items { ${fields.join(' ')} } } }`,
    variables: { name: `n${n}` },
  };
};

/** One of so many documents that differ by name; the variable makes each a read of its own. */
const documentOf = (count: number, n: number): Operation => ({
  query: `query D${n % count}($name: String) { personas(perPage: 5, search: $name) { total items { id name } } }`,
  variables: { name: `n${n}` },
});

const perUnit = (share: number) => (here: Cost, first: Cost) =>
  here.cpu - first.cpu <= (here.size - first.size) * first.cpu * share;

const MEGABYTES = 48;

const GROWTHS: readonly Growth[] = [
  {
    of: 'personas in a list',
    sizes: [1, 10, 25, 50, 100],
    workload: (size) => ({ operations: variants((n) => listOf(size, `n${n}`)) }),
    bound: 'each further one costs at most 5% of the first',
    holds: perUnit(0.05),
  },
  {
    of: 'fields in a document',
    sizes: [1, 25, 50, 100],
    workload: (size) => ({ operations: variants((n) => fieldsOf(size, n)) }),
    bound: 'each further one costs at most 1% of the first',
    holds: perUnit(0.01),
  },
  {
    of: 'connections',
    sizes: [1, 10, 50, 100, 250, 500],
    workload: (size) => ({
      operations: variants((n) => listOf(20, `n${n}`)),
      connections: size,
    }),
    bound: `a request costs at most twice one over a single connection, and memory grows by ${MEGABYTES} MB at most`,
    holds: (here, first) => here.cpu <= 2 * first.cpu && here.memory - first.memory <= MEGABYTES,
  },
  {
    of: 'distinct documents',
    sizes: [1, 100, 1_000, 4_000],
    workload: (size) => ({ operations: variants((n) => documentOf(size, n), 4_000) }),
    bound: `up to the 1,000 that are remembered a request costs at most twice the same one, and memory grows by ${MEGABYTES} MB at most, however many there are`,
    holds: (here, first) =>
      (here.size > 1_000 || here.cpu <= 2 * first.cpu) && here.memory - first.memory <= MEGABYTES,
  },
];

const nameOf = (growth: Growth, size: number) => `${size} ${growth.of}`;

/** Our own API with loads that grow. */
export const growing: Target = {
  ...ourselves,
  workloads: GROWTHS.flatMap((growth) =>
    growth.sizes.map((size) => ({
      name: nameOf(growth, size),
      what: growth.of,
      ...growth.workload(size),
    })),
  ),
};

/** A table for each way to grow, with its bound and whether it holds. */
export function growthReport(samples: readonly Sample[]): string {
  const tables = GROWTHS.map((growth) => {
    const costs = growth.sizes.map((size) => {
      const found = samples.filter(({ workload }) => workload === nameOf(growth, size));
      const of = (read: (sample: Sample) => number) => median(found.map(read));
      return {
        size,
        cpu: of((sample) => sample.cpuMicros),
        memory: of((sample) => sample.memory),
        rate: of((sample) => sample.answeredPerSecond),
        p50: of((sample) => sample.median),
        failures: of((sample) => sample.failures + sample.refused),
      };
    });
    const [first] = costs;
    const rows = costs.map((cost) => [
      String(cost.size),
      cost.rate.toFixed(0),
      cost.p50.toFixed(2),
      cost.cpu.toFixed(0),
      cost.memory.toFixed(0),
      cost.failures > 0 ? 'FAILED' : first && growth.holds(cost, first) ? 'yes' : 'no',
    ]);
    const head = [growth.of, 'req/s', 'p50 ms', 'cpu us', 'MB', 'in bound'];
    return `Bound: ${growth.bound}.\n\n${table(head, rows)}\n`;
  });
  return tables.join('\n');
}
