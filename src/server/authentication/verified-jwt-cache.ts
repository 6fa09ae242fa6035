import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Milliseconds after which a token is verified again, whatever it says of itself. */
const MAX_AGE = 60_000;

/** Tokens that are cached, at most. */
const MAX_TOKENS = 10_000;

/** Characters of all cached tokens together, at most. What is kept of a token is no longer than the token. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Characters of a token that is cached, at most. A longer one is verified each time. */
const MAX_TOKEN_CHARACTERS = 8 * 1024;

interface Entry<T> {
  readonly value: T;
  readonly verifiedAt: number;
  readonly isStillValid: () => boolean;
}

/**
 * What verified tokens came to, for at most a minute each. Tokens are looked up by a digest with a secret of this
 * cache and are not kept, so its memory shows none. Only what was verified is ever put here: a token that fails, fails
 * by a verification of its own each time.
 */
export class VerifiedJwtCache<T> {
  // Of one length, so that no two pairs of salt and token are the same text.
  readonly #salt = randomBytes(32).toString('base64url');
  readonly #entries = new LRUCache<string, Entry<T>>({
    max: MAX_TOKENS,
    maxSize: MAX_CHARACTERS,
  });

  /** What a token came to when it was verified; undefined where it has to be verified now. */
  get(token: string): T | undefined {
    if (token.length > MAX_TOKEN_CHARACTERS) return undefined;
    const digest = this.#digestOf(token);
    const entry = this.#entries.get(digest);
    if (!entry) return undefined;
    const age = Date.now() - entry.verifiedAt;
    // A negative age: the clock was set back, and the entry could outlive its minute.
    if (age >= 0 && age < MAX_AGE && entry.isStillValid()) return entry.value;
    this.#entries.delete(digest);
    return undefined;
  }

  /** Keeps what a token that was verified just now came to, for as long as `isStillValid` says and at most a minute. */
  set(token: string, value: T, isStillValid: () => boolean): void {
    if (token.length > MAX_TOKEN_CHARACTERS) return;
    const entry = { value, verifiedAt: Date.now(), isStillValid };
    this.#entries.set(this.#digestOf(token), entry, { size: token.length });
  }

  #digestOf(token: string) {
    return hash('sha256', this.#salt + token, 'base64url');
  }
}
