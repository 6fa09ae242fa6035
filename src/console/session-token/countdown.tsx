import { useEffect, useState } from 'react';

/** Formats a duration, such as `2 min 5 s`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60} s`;
  if (minutes === 0) return rest;
  return minutes < 120
    ? `${minutes} min ${rest}`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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
      {left > 0 ? `Expires in ${formatDuration(left)}` : 'Expired. Create another session token.'}
    </span>
  );
}
