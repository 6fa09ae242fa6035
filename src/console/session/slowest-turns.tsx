import { Link } from 'wouter';
import { Bar } from '../shell/bar.tsx';
import { DateTime } from '../shell/date-time.tsx';
import { formatDuration } from '../shell/duration.ts';
import { getRecordPath } from '../shell/record-path.ts';
import { Table } from '../shell/table.tsx';
import type { SessionStatistics } from './stages.ts';
import { getTurnId } from './turns.tsx';

/** The slowest turns, linked to themselves in their sessions, or to the session if it has no id for them. */
export function SlowestTurns({
  turns,
}: {
  readonly turns: NonNullable<SessionStatistics['slowestTurns']>;
}) {
  const max = turns[0]?.valueSeconds ?? 0;
  return (
    <section>
      <h2>Slowest turns</h2>
      {turns.length === 0 && <p className="empty">No turn in this time range.</p>}
      {turns.length > 0 && (
        <Table label="Slowest turns" columns={['Session', 'Whole answer', 'Label']}>
          {turns.map(
            ({ sessionId, correlationId, valueSeconds, sessionStartedAt, clientLabel }, index) => {
              const path = getRecordPath('sessions', sessionId);
              const id = getTurnId(correlationId);
              return (
                <tr key={`${sessionId} ${correlationId ?? index}`}>
                  <th scope="row">
                    <Link href={id ? `${path}#${id}` : path}>
                      <DateTime at={sessionStartedAt} />
                    </Link>
                    <Bar values={[valueSeconds]} max={max} />
                  </th>
                  <td>{formatDuration(valueSeconds)}</td>
                  <td>{clientLabel}</td>
                </tr>
              );
            },
          )}
        </Table>
      )}
    </section>
  );
}
