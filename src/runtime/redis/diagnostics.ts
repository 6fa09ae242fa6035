import { channel } from 'node:diagnostics_channel';

/** What is shared by way of Redis. */
export type SharedMatter = 'limits' | 'answers' | 'changes' | 'verified ids';

/** Something that was done without Redis, because it was away or refused. */
export interface Fallback {
  readonly of: SharedMatter;
}

/** A query whose answer was looked for. */
export interface AnswerLookup {
  readonly isKept: boolean;
}

/** Name of the channel that has every {@link Fallback}. */
export const FALLBACKS = 'avatar-graphql:redis-fallback';

/** Name of the channel that has every {@link AnswerLookup}. */
export const ANSWER_LOOKUPS = 'avatar-graphql:redis-answer';

const fallbacks = channel(FALLBACKS);
const lookups = channel(ANSWER_LOOKUPS);

/** Tells of a fallback whoever listens, by node:diagnostics_channel. */
export function tellFallback(of: SharedMatter): void {
  if (fallbacks.hasSubscribers) fallbacks.publish({ of } satisfies Fallback);
}

/** Tells of a lookup whoever listens. */
export function tellAnswerLookup(isKept: boolean): void {
  if (lookups.hasSubscribers) lookups.publish({ isKept } satisfies AnswerLookup);
}
