import { createHmac, hkdfSync, scrypt } from 'node:crypto';
import type { Secret } from '../../shared/secret.ts';

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

/** Derives keys from the secret that all processes share. */
export async function deriveKeys(secret: Secret) {
  const master = await stretchSecret(secret);
  const deriveMasterKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, '', purpose, BYTES));
  const names = deriveMasterKey('names');
  const purposes = deriveMasterKey('purposes');
  return {
    /** Key of credential fingerprints. */
    fingerprints: deriveMasterKey('fingerprints'),
    /**
     * Returns a Redis key name for some parts: the same in every process. It reveals nothing without the secret, even to
     * guesses of the parts. 128 bits avoid collisions and keep names short.
     */
    createName: (...parts: readonly unknown[]) =>
      computeHmac(names, parts).subarray(0, 16).toString('base64url'),
    /** Derives a key for one purpose. */
    deriveKey: (...purpose: readonly unknown[]) => computeHmac(purposes, purpose),
  };
}

export type SharedKeys = Awaited<ReturnType<typeof deriveKeys>>;
