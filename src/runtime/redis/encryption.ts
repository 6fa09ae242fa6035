import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Encrypts a text so that only who has the key can read it, or make one like it. */
export function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The text that was sealed with this key; undefined for anything else. */
export function decrypt(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    const body = decipher.update(sealed.subarray(NONCE + TAG));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // It was sealed with another key, or changed since.
    return undefined;
  }
}
