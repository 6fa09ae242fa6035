import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Maximum age of an entry in milliseconds. */
const MAX_AGE = 60_000;

const MAX_BYTES = 16 * 1024 * 1024;

/** Bytes of an entry besides the claims. */
const ENTRY_BYTES = 1024;

/** Bytes of a value in the claims besides its text, which has fewer characters than the token. */
const VALUE_BYTES = 64;

/** Counts the values in claims: those of lists and objects take much more memory than their text. */
function countValues(claims: object): number {
  let count = 0;
  const waiting: unknown[] = [claims];
  while (waiting.length > 0) {
    const value = waiting.pop();
    count += 1;
    if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
  }
  return count;
}

/** Maximum length of a token in characters. A longer token is verified each time. */
const MAX_TOKEN_CHARACTERS = 8 * 1024;

/** What the cache needs to know of a verified token. */
interface Verified {
  readonly claims: object;
  readonly isStillValid: () => boolean;
}

interface Entry<T> {
  readonly value: T;
  readonly verifiedAt: number;
  readonly isStillValid: () => boolean;
}

/**
 * Caches the results of successful verifications, for at most a minute. The keys are salted digests, so that the cache
 * contains no tokens. Failures are not cached.
 */
export class VerifiedJwtCache<T> {
  // Of fixed length, so that different tokens never result in the same input.
  readonly #salt = randomBytes(32).toString('base64url');
  readonly #entries = new LRUCache<string, Entry<T>>({
    maxSize: MAX_BYTES,
  });

  /** Returns the result of a token; undefined if it must be verified. */
  get(token: string): T | undefined {
    if (token.length > MAX_TOKEN_CHARACTERS) return undefined;
    const digest = this.#digest(token);
    const entry = this.#entries.get(digest);
    if (!entry) return undefined;
    const age = Date.now() - entry.verifiedAt;
    // A negative age means that the clock was set back. The entry could become older than a minute.
    if (age >= 0 && age < MAX_AGE && entry.isStillValid()) return entry.value;
    this.#entries.delete(digest);
    return undefined;
  }

  /** Caches the result of a token that was just verified, while `isStillValid` and at most for a minute. */
  set(token: string, value: T, { claims, isStillValid }: Verified): void {
    if (token.length > MAX_TOKEN_CHARACTERS) return;
    const entry = { value, verifiedAt: Date.now(), isStillValid };
    const size = ENTRY_BYTES + 2 * token.length + VALUE_BYTES * countValues(claims);
    this.#entries.set(this.#digest(token), entry, { size });
  }

  #digest(token: string) {
    return hash('sha256', this.#salt + token, 'base64url');
  }
}
