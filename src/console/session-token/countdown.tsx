import { useEffect, useState } from 'react';
import { formatDuration } from '../shell/format.tsx';

/** Returns the current time, updated each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Counts down to an ISO 8601 time. */
export function Countdown({ until }: { readonly until: string }) {
  const left = Date.parse(until) - useNow();
  return (
    <span role="timer" className={left > 0 ? 'countdown' : 'countdown over'}>
      {left > 0
        ? `Expires in ${formatDuration(Math.ceil(left / 1000))}`
        : 'Expired. Create another session token.'}
    </span>
  );
}
