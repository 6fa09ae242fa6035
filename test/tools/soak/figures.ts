import type { Figures } from '../measured-process.ts';

/** What a run has to keep to. */
const BOUNDS = {
  /** Bytes that a process may have of the machine at any time; how much it has within that is V8's own affair. */
  rss: 400 * 1024 * 1024,
  /** By how much the others may grow from the beginning of the run to its end. */
  held: 8 * 1024 * 1024,
  handles: 4,
  files: 4,
};

/** One line of the result: a figure of one process, and whether it kept to its bound. */
export interface Line {
  readonly text: string;
  readonly isKept: boolean;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** How the figures of a run went: the medians of its first and last third, and the largest of all for memory. */
export function result(samples: readonly Figures[]): Line[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const most = Math.max(...samples.map(({ rss }) => rss));
  const growing = (['held', 'handles', 'files'] as const).map((key) => {
    const values = samples.map((sample) => sample[key]);
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
    const show = key === 'held' ? megabytes : String;
    return {
      text: `${key.padEnd(8)} ${show(first)} -> ${show(last)} (may grow by ${show(BOUNDS[key])})`,
      isKept: last - first <= BOUNDS[key],
    };
  });
  const rss = `rss      at most ${megabytes(most)} (may be ${megabytes(BOUNDS.rss)})`;
  return [...growing, { text: rss, isKept: most <= BOUNDS.rss }];
}
