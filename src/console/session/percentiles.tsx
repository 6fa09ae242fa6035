import { Bar, Table } from '../shell/display.tsx';
import { formatDuration } from '../shell/format.tsx';
import type { Latencies } from './stages.ts';

interface PercentilesProps<Stage extends keyof Latencies> {
  readonly title: string;
  /** Names of the stages. */
  readonly stages: Readonly<Record<Stage, string>>;
  readonly latencies: Latencies;
}

/** The percentiles of stages, as bars and as numbers. */
export function Percentiles<Stage extends keyof Latencies>(props: PercentilesProps<Stage>) {
  const { title, stages, latencies } = props;
  const rows = Object.entries<string>(stages).map(([stage, name]) => ({
    name,
    statistics: latencies[stage as Stage],
  }));
  const max = Math.max(...rows.map(({ statistics }) => statistics?.p99 ?? 0));
  return (
    <section>
      <h2>{title}</h2>
      <Table label={title} columns={['Stage', 'p50', 'p90', 'p95', 'p99', 'Maximum']}>
        {rows.map(({ name, statistics }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <Bar
                values={[statistics?.p99 ?? 0, statistics?.p90 ?? 0, statistics?.p50 ?? 0]}
                max={max}
              />
            </th>
            <td>{formatDuration(statistics?.p50)}</td>
            <td>{formatDuration(statistics?.p90)}</td>
            <td>{formatDuration(statistics?.p95)}</td>
            <td>{formatDuration(statistics?.p99)}</td>
            <td>{formatDuration(statistics?.max)}</td>
          </tr>
        ))}
      </Table>
      <p className="legend small" aria-hidden="true">
        <span>p50: half of the turns are at most as long</span>
        <span>p90</span>
        <span>p99</span>
      </p>
    </section>
  );
}
