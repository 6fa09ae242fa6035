import { type SessionTurnsQuery, useSessionTurnsQuery } from '../../hooks/index.ts';
import { Bar, Table } from '../shell/display.tsx';
import { formatDuration } from '../shell/format.tsx';
import { Section } from '../shell/page.tsx';
import { LATENCIES } from './stages.ts';

type Analytics = NonNullable<NonNullable<SessionTurnsQuery['session']>['analytics']>;

/** Returns the id of a turn's row, which is also the fragment of links to it. A turn without a correlation id has none. */
export const getTurnId = (correlationId: string | null): string | undefined =>
  correlationId ? `turn-${encodeURIComponent(correlationId)}` : undefined;

/** Keeps the row that the URL names in view while the sections above it load, until the user scrolls. */
function keepInView(row: HTMLElement | null) {
  const observer = new ResizeObserver(() => row?.scrollIntoView({ block: 'center' }));
  observer.observe(document.body);
  const listeners = new AbortController();
  const stop = () => {
    observer.disconnect();
    listeners.abort();
  };
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(type, stop, { passive: true, signal: listeners.signal });
  return stop;
}

interface TurnsTableProps {
  readonly turns: NonNullable<Analytics['turns']>;
}

function TurnsTable({ turns }: TurnsTableProps) {
  const max = Math.max(
    ...turns.map(({ firstAudioLatencySeconds }) => firstAudioLatencySeconds ?? 0),
  );
  return (
    <Table label="Latency of each turn" columns={['Turn', ...Object.values(LATENCIES)]}>
      {turns.map((turn, index) => {
        const id = getTurnId(turn.correlationId);
        const isTarget = id !== undefined && location.hash === `#${id}`;
        return (
          <tr
            key={turn.turnIndex ?? index}
            id={id}
            aria-current={isTarget}
            ref={isTarget ? keepInView : null}
          >
            <th scope="row">
              {(turn.turnIndex ?? index) + 1}{' '}
              {turn.wasInterrupted && <span className="badge">interrupted</span>}
              <Bar values={[turn.firstAudioLatencySeconds]} max={max} />
            </th>
            {Object.keys(LATENCIES).map((stage) => (
              <td key={stage}>{formatDuration(Reflect.get(turn, stage))}</td>
            ))}
          </tr>
        );
      })}
    </Table>
  );
}

/** How fast each turn of a session was. */
export function Turns({ id }: { readonly id: string }) {
  const query = useSessionTurnsQuery({ id });
  return (
    <Section title="Latency" query={query}>
      {({ session }) => {
        const turns = session?.analytics?.turns ?? [];
        if (turns.length > 0) return <TurnsTable turns={turns} />;
        return <p className="empty">The service has no analytics of this session.</p>;
      }}
    </Section>
  );
}
