import { createHmac, hkdfSync, scrypt } from 'node:crypto';
import type { Secret } from '../../shared/secret.ts';

/** Keys that all processes with one secret have, and nobody else. */
export interface SharedKeys {
  /** Makes the fingerprints of credentials. */
  readonly fingerprints: Buffer;
  /**
   * A name in Redis for some words: the same in every process, of one length, and telling nothing to whoever lacks the
   * secret, though they guess at the words.
   */
  nameOf(...words: readonly unknown[]): string;
  /** A key for one purpose, such as the sealing of one answer. */
  keyFor(...purpose: readonly unknown[]): Buffer;
}

const BYTES = 32;

/** 16 MiB and some 50 ms for each guess at the secret, which may be a password that somebody thought up. */
const COST = { N: 16_384, r: 8, p: 1 };

// All processes need the same one, and have nothing else in common; it is no secret.
const SALT = 'avatar-graphql:redis:1';

const stretch = (secret: Secret): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret.reveal(), SALT, BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const digest = (key: Buffer, words: readonly unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest();

/** Makes the keys of a secret. */
export async function deriveKeys(secret: Secret): Promise<SharedKeys> {
  const master = await stretch(secret);
  const part = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, BYTES));
  const names = part('names');
  const purposes = part('purposes');
  return {
    fingerprints: part('fingerprints'),
    // 128 bits are enough for two never to meet, and short in memory that is paid for.
    nameOf: (...words) => digest(names, words).subarray(0, 16).toString('base64url'),
    keyFor: (...purpose) => digest(purposes, purpose),
  };
}
