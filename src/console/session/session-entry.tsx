import type { SessionsQuery } from '../../hooks/index.ts';
import { Entry } from '../shell/display.tsx';
import { DateTime, formatDuration, formatValue } from '../shell/format.tsx';

type Session = NonNullable<SessionsQuery['sessions']>['items'][number];

/** How a session is called whose persona was not saved. */
export const NO_PERSONA = 'Unsaved persona';

export function SessionEntry({ session }: { readonly session: Session }) {
  const { id, persona, personaId, clientLabel, startedAt, durationSeconds, exitStatus, isLive } =
    session;
  const hasFailed = exitStatus !== null && exitStatus !== 'NORMAL_EXIT';
  return (
    <Entry
      section="sessions"
      id={id}
      name={persona?.name ?? personaId ?? NO_PERSONA}
      badge={isLive ? 'live' : hasFailed && formatValue(exitStatus)}
      tone={isLive ? 'good' : 'bad'}
      description={
        <>
          <DateTime at={startedAt} />
          {durationSeconds !== null && ` · ${formatDuration(durationSeconds)}`}
          {clientLabel && ` · ${clientLabel}`}
        </>
      }
    />
  );
}
