import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { StoreFailure } from './store-error.ts';

/** Sources of the encryption key for the API keys of custom LLMs. */
export interface KeySources {
  /** The setting STORE_SECRET. */
  readonly secret?: Secret | undefined;
  /** A file next to the store, created on first use. Absent for stores that are not files. */
  readonly keyFile?: string | undefined;
}

interface Key {
  /** Identifies the key of an encrypted text. */
  readonly name: string;
  readonly bytes: Buffer;
}

const VERSION = 'v1';
const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text, and authenticates it together with `context`. Returns nonce, authentication tag and ciphertext. */
function encrypt(key: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Decrypts a text. Returns undefined if the key or the context is wrong, or the data was modified. */
function decrypt(key: Buffer, encrypted: Buffer, context: string): string | undefined {
  const [nonce, tag, body] = [
    encrypted.subarray(0, NONCE_BYTES),
    encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    encrypted.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function createKey(bytes: Buffer): Key {
  const name = createHash('sha256').update('key name').update(bytes).digest('base64url');
  return { name: name.slice(0, 12), bytes };
}

const deriveKey = (secret: Secret): Key =>
  createKey(Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'custom LLM secrets', KEY_BYTES)));

async function readKeyFile(file: string): Promise<Key | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw new StoreFailure('keyLost', { cause: error });
  });
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== KEY_BYTES) throw new StoreFailure('keyLost');
  return createKey(bytes);
}

/** Creates the key file atomically and flushes it to disk. If another process is faster, its key is used. */
async function createKeyFile(file: string): Promise<void> {
  const partial = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(partial, file).catch((error: unknown) => {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    const reason = getErrorCode(error) === 'ENOSPC' ? 'full' : 'readOnly';
    throw new StoreFailure(reason, { cause: error });
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Creates what encrypts the texts of a store with AES-256-GCM. The id of the record is authenticated with the text. The key is
 * read or created on first use.
 */
export function createSecretEncryption({ secret, keyFile }: KeySources) {
  const settingKey = secret && deriveKey(secret);

  const getEncryptionKey = async (hasEncrypted: () => Promise<boolean>): Promise<Key> => {
    if (settingKey) return settingKey;
    if (keyFile === undefined) throw new StoreFailure('keyUnset');
    const existing = await readKeyFile(keyFile);
    if (existing) return existing;
    if (await hasEncrypted()) throw new StoreFailure('keyLost');
    await createKeyFile(keyFile);
    const created = await readKeyFile(keyFile);
    if (!created) throw new StoreFailure('keyLost');
    return created;
  };

  return {
    /**
     * Encrypts a text. `hasEncrypted` returns whether the store already contains encrypted texts.
     * @throws StoreFailure `keyUnset` if there is no source for a key; `keyLost` if the key file is missing and the store
     * contains encrypted texts, so that no new key is created.
     */
    encrypt: async (text: string, id: string, hasEncrypted: () => Promise<boolean>) => {
      const key = await getEncryptionKey(hasEncrypted);
      const payload = encrypt(key.bytes, text, id).toString('base64url');
      return [VERSION, key.name, payload].join('.');
    },

    /** Decrypts a text. @throws StoreFailure `keyLost` if its key is missing; `damaged` if the text was changed. */
    decrypt: async (encrypted: string, id: string) => {
      const [version, name, payload = ''] = encrypted.split('.');
      const fileKey = keyFile === undefined ? undefined : await readKeyFile(keyFile);
      const key = [settingKey, fileKey].find((candidate) => candidate?.name === name);
      if (version !== VERSION || !key) throw new StoreFailure('keyLost');
      const text = decrypt(key.bytes, Buffer.from(payload, 'base64url'), id);
      if (text === undefined) throw new StoreFailure('damaged');
      return text;
    },
  };
}

export type SecretEncryption = ReturnType<typeof createSecretEncryption>;
