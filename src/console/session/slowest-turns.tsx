import { Link } from 'wouter';
import { Bar, Table } from '../shell/display.tsx';
import { DateTime, formatDuration } from '../shell/format.tsx';
import { getRecordPath } from '../shell/query.ts';
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
