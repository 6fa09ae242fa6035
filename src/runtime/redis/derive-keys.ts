import { createHmac, hkdfSync, scrypt } from 'node:crypto';
import type { Secret } from '../../shared/secret.ts';

/** Keys derived from the secret that all processes share. */
export interface SharedKeys {
  /** Key of credential fingerprints. */
  readonly fingerprints: Buffer;
  /**
   * Returns a Redis key name for some parts: the same in every process, of fixed length. It reveals nothing without the
   * secret, even to guesses of the parts.
   */
  createName(...parts: readonly unknown[]): string;
  /** Derives a key for one purpose. */
  deriveKey(...purpose: readonly unknown[]): Buffer;
}

const BYTES = 32;

/** 16 MiB and about 50 ms per guess, because the secret may be a weak password. */
const COST = { N: 16_384, r: 8, p: 1 };

// All processes need the same salt and share nothing else. It is not secret.
const SALT = 'avatar-graphql:redis:1';

const stretchSecret = (secret: Secret): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret.reveal(), SALT, BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const computeHmac = (key: Buffer, parts: readonly unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest();

export async function deriveKeys(secret: Secret): Promise<SharedKeys> {
  const master = await stretchSecret(secret);
  const deriveMasterKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, '', purpose, BYTES));
  const names = deriveMasterKey('names');
  const purposes = deriveMasterKey('purposes');
  return {
    fingerprints: deriveMasterKey('fingerprints'),
    // 128 bits avoid collisions and keep names short.
    createName: (...parts) => computeHmac(names, parts).subarray(0, 16).toString('base64url'),
    deriveKey: (...purpose) => computeHmac(purposes, purpose),
  };
}
