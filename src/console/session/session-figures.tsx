import type { SessionStatistics } from './stages.ts';

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

const formatRate = (rate: number | null | undefined) =>
  rate === null || rate === undefined ? 'none' : PERCENT.format(rate);

/** The sessions of a time range in numbers. */
export function SessionFigures({ statistics }: { readonly statistics: SessionStatistics }) {
  const { sessionCount, analyzedSessionCount, turnCount, isTruncated, counts, rates } = statistics;
  const figures = {
    Sessions: sessionCount,
    'With analytics': analyzedSessionCount ?? 'unknown',
    Turns: turnCount ?? 'unknown',
    'Interrupted turns': formatRate(rates?.interruptionRate),
    'Sessions with errors': formatRate(rates?.errorSessionRate),
    'Tool calls': counts?.toolCalls?.total ?? 'unknown',
    'Failed tool calls': formatRate(rates?.toolCallFailureRate),
  };
  return (
    <>
      <dl className="figures">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isTruncated && (
        <p className="hint">Only a part of the sessions is counted. Choose a shorter time range.</p>
      )}
    </>
  );
}
