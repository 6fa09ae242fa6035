/** What a process holds, after its garbage is collected. */
export interface Figures {
  /** Bytes of memory that it has of the machine. */
  readonly rss: number;
  /** Bytes that its objects and buffers need. */
  readonly held: number;
  /** Sockets, servers, timers and whatever else keeps it alive. */
  readonly handles: number;
  /** Open file descriptors, sockets among them. */
  readonly files: number;
}

/** What the parent says to a child. */
export type Command = 'measure' | 'close';

export const isCommand = (message: unknown): message is Command =>
  message === 'measure' || message === 'close';

/** By how much each figure may grow from the beginning of the run to its end. */
export const BOUNDS: Figures = {
  rss: 64 * 1024 * 1024,
  held: 8 * 1024 * 1024,
  handles: 4,
  files: 4,
};

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const KEYS = ['rss', 'held', 'handles', 'files'] as const;

/** How the figures of a run went: the medians of its first and last third, and whether they keep to the bounds. */
export function growth(samples: readonly Figures[]) {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return KEYS.map((key) => {
    const values = samples.map((sample) => sample[key]);
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
    return { key, first, last, bound: BOUNDS[key], isKept: last - first <= BOUNDS[key] };
  });
}
