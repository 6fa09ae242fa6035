import type { Log } from './log.ts';

/** Number of rejected origins that a process logs. Clients choose them. */
const MAX_LOGGED_ORIGINS = 20;

/** Creates a function that logs each rejected origin once. */
export function createOriginLogger(log: Log): (origin: string) => void {
  const logged = new Set<string>();
  return (origin) => {
    if (logged.has(origin) || logged.size >= MAX_LOGGED_ORIGINS) return;
    logged.add(origin);
    log.warn({ origin }, 'pages of this origin may not call the API: see CORS_ORIGINS');
  };
}
