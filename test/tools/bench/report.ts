import type { ColdStart, Sample } from './measure.ts';

/** The middle one of some numbers; NaN of none. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Writes rows as a Markdown table, its columns aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

const distinct = (values: readonly string[]) => [...new Set(values)];

/**
 * Medians of the rounds, a row for each target and load, with `ours` as a ratio of each other target. Latencies are what is
 * added to the upstream's own.
 */
export function report(samples: readonly Sample[], coldStarts: readonly ColdStart[]): string {
  const targets = distinct(samples.map(({ target }) => target));
  const of = (target: string, workload: string, read: (sample: Sample) => number) =>
    median(samples.filter((s) => s.target === target && s.workload === workload).map(read));
  const ours = targets[0] ?? '';
  const head = ['load', 'target', 'answers/s', 'refused', 'ours', 'p50 +ms', 'p99 +ms'].concat([
    'cpu us',
    'calls',
    'MB',
  ]);
  const measured = (target: string, workload: string) =>
    samples.some((s) => s.target === target && s.workload === workload);
  const rows = distinct(samples.map(({ workload }) => workload)).flatMap((workload) =>
    targets.flatMap((target) => {
      if (!measured(target, workload)) return [];
      const rate = of(target, workload, (s) => s.answeredPerSecond);
      const refused = of(target, workload, (s) => s.refused / s.requests);
      const failed = of(target, workload, (s) => s.failures);
      const row = [
        workload,
        failed > 0 ? `${target} (${failed} FAILED)` : target,
        rate.toFixed(0),
        refused === 0 ? '0' : `${(100 * refused).toFixed(1)}%`,
        `${(of(ours, workload, (s) => s.answeredPerSecond) / rate).toFixed(2)}x`,
        of(target, workload, (s) => s.median - s.floor).toFixed(1),
        of(target, workload, (s) => s.p99 - s.floor).toFixed(1),
        of(target, workload, (s) => s.cpuMicros).toFixed(0),
        of(target, workload, (s) => s.upstreamCalls).toFixed(2),
        of(target, workload, (s) => s.memory).toFixed(0),
      ];
      return [row];
    }),
  );
  const starts = targets.map((target) => [
    target,
    median(coldStarts.filter((c) => c.target === target).map((c) => c.milliseconds)).toFixed(0),
  ]);
  return `${table(head, rows)}\n\n${table(['target', 'cold start ms'], starts)}\n`;
}
