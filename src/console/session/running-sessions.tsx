import { useSessionConcurrencyQuery } from '../../hooks/index.ts';
import { formatDuration } from '../shell/format.tsx';

/** How often the number is read, in milliseconds. */
const INTERVAL = 30_000;

/** Says how many sessions run now; nothing if the upstream does not say it. */
export function RunningSessions() {
  const { data } = useSessionConcurrencyQuery({}, { refetchInterval: INTERVAL });
  const concurrency = data?.sessionConcurrency;
  if (!concurrency) return null;
  const { active, limit, estimatedWaitSeconds } = concurrency;
  return (
    <p className="running">
      {active > 0 && <span className="dot" aria-hidden="true" />}
      {active} {limit === null ? '' : `of ${limit} `}running now
      {estimatedWaitSeconds !== null &&
        `; another one can start in about ${formatDuration(estimatedWaitSeconds)}`}
    </p>
  );
}
