import { getRequestedDelay, isTransient } from './query-defaults.ts';
import type { TypedDocument } from './typed-document.ts';

/** How often and how long to poll. All values are milliseconds. */
export interface PollingPace {
  /** The wait after the first response. Each following wait is 50% longer. Default 1 s, for sessions and meetings 5 s. */
  readonly interval: number;
  /** The longest wait. Default 10 s, for sessions and meetings 30 s. */
  readonly maxInterval: number;
  /** The sum of all waits after which polling stops. Default 15 minutes, for sessions and meetings 4 hours. */
  readonly timeLimit: number;
}

/** A query, and the state of its data at which polling stops. */
export interface Polling<Data, Variables> {
  readonly document: TypedDocument<Data, Variables>;
  /** Whether the data will not change any more. */
  readonly isFinal: (data: Data) => boolean;
  readonly pace?: PollingPace;
}

/** The latest state of a polled query. */
interface PolledState<Data> {
  readonly data?: Data | undefined;
  /** The error of the latest request. */
  readonly error?: unknown;
  /** Number of responses, including errors. */
  readonly responses: number;
}

const PACE: PollingPace = { interval: 1000, maxInterval: 10_000, timeLimit: 900_000 };

/** Milliseconds until the next request; undefined if polling has ended: at the final state, an error, or the time limit. */
export function getPollingDelay<Data>(
  { isFinal, pace = PACE }: Pick<Polling<Data, never>, 'isFinal' | 'pace'>,
  { data, error, responses }: PolledState<Data>,
  overrides: Partial<PollingPace> = {},
): number | undefined {
  if (error ? !isTransient(error) : data !== undefined && isFinal(data)) return undefined;
  const { interval, maxInterval, timeLimit } = { ...pace, ...overrides };
  let delay = interval;
  let waited = 0;
  for (let response = 1; response < responses && waited <= timeLimit; response += 1) {
    waited += delay;
    delay = Math.min(delay * 1.5, maxInterval);
  }
  return waited + delay > timeLimit ? undefined : Math.max(delay, getRequestedDelay(error) ?? 0);
}
