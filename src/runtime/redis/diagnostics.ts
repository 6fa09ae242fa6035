import { channel } from 'node:diagnostics_channel';

/** What is shared by way of Redis. */
export type SharedState = 'limits' | 'answers' | 'changes' | 'verified ids';

/** Something that was done without Redis, because it was away or refused. */
export interface Fallback {
  readonly of: SharedState;
}

/** A query whose answer was looked for. */
export interface CacheLookup {
  readonly isKept: boolean;
}

/** Name of the channel that has every {@link Fallback}. */
export const FALLBACKS = 'avatar-graphql:redis-fallback';

/** Name of the channel that has every {@link CacheLookup}. */
export const CACHE_LOOKUPS = 'avatar-graphql:redis-answer';

const fallbacks = channel(FALLBACKS);
const lookups = channel(CACHE_LOOKUPS);

/** Tells of a fallback whoever listens, by node:diagnostics_channel. */
export function publishFallback(of: SharedState): void {
  if (fallbacks.hasSubscribers) fallbacks.publish({ of } satisfies Fallback);
}

/** Tells of a lookup whoever listens. */
export function publishCacheLookup(isKept: boolean): void {
  if (lookups.hasSubscribers) lookups.publish({ isKept } satisfies CacheLookup);
}
