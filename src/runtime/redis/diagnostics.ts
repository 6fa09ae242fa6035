import { channel } from 'node:diagnostics_channel';

/** What processes share through Redis. */
export type SharedResource = 'limits' | 'answers' | 'changes' | 'verified ids' | 'documents';

/** An operation that fell back to local state, because Redis was unavailable. */
export interface Fallback {
  readonly of: SharedResource;
}

/** A lookup in the response cache. */
export interface CacheLookup {
  readonly isKept: boolean;
}

/** Name of the channel that publishes every {@link Fallback}. */
export const FALLBACKS = 'avatar-graphql:redis-fallback';

/** Name of the channel that publishes every {@link CacheLookup}. */
export const CACHE_LOOKUPS = 'avatar-graphql:redis-answer';

const fallbacks = channel(FALLBACKS);
const lookups = channel(CACHE_LOOKUPS);

/** Publishes a fallback on node:diagnostics_channel. */
export function publishFallback(of: SharedResource): void {
  if (fallbacks.hasSubscribers) fallbacks.publish({ of } satisfies Fallback);
}

/** Publishes a cache lookup on node:diagnostics_channel. */
export function publishCacheLookup(isKept: boolean): void {
  if (lookups.hasSubscribers) lookups.publish({ isKept } satisfies CacheLookup);
}
