import { useSessionConcurrencyQuery } from '../../hooks/index.ts';
import { formatDuration } from '../shell/duration.ts';

/** Says how many sessions run now; nothing if the upstream does not say it. */
export function RunningSessions() {
  const concurrency = useSessionConcurrencyQuery({}).data?.sessionConcurrency;
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
