import type { Period } from './mint-schema.ts';

/** A calendar window in UTC. */
export interface Window {
  readonly per: Period;
  /** When it starts and ends, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

const getLength = { minute: MINUTE, day: DAY } as const;

/** Returns the window of a time. */
export function getWindow(per: Period, now: number): Window {
  if (per === 'month') {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { per, startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const length = getLength[per];
  const startsAt = Math.floor(now / length) * length;
  return { per, startsAt, endsAt: startsAt + length };
}
