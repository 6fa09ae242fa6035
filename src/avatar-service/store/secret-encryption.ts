import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { StoreFailure } from './store-error.ts';
import { syncFolder } from './store-files.ts';

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

const KEY_BYTES = 32;

/** No text chooses another. */
const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };

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
    await syncFolder(dirname(file));
  } catch (error) {
    const reason = getErrorCode(error) === 'ENOSPC' ? 'full' : 'readOnly';
    throw new StoreFailure(reason, { cause: error });
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Creates what encrypts the texts of a store, as JWEs with AES-256-GCM that name their key and, as `sub`, their record. The
 * key is read or created on first use.
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
      const { CompactEncrypt } = await import('jose/jwe/compact/encrypt');
      const { name, bytes } = await getEncryptionKey(hasEncrypted);
      return new CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: name, sub: id })
        .encrypt(bytes);
    },

    /** Decrypts a text. @throws StoreFailure `keyLost` if its key is missing; `damaged` if the text was changed. */
    decrypt: async (encrypted: string, id: string) => {
      const { kid, sub } = decodeProtectedHeader(encrypted);
      const fileKey = keyFile === undefined ? undefined : await readKeyFile(keyFile);
      const key = [settingKey, fileKey].find((candidate) => candidate?.name === kid);
      if (!key) throw new StoreFailure('keyLost');
      if (sub !== id) throw new StoreFailure('damaged');
      const { compactDecrypt } = await import('jose/jwe/compact/decrypt');
      const { plaintext } = await compactDecrypt(encrypted, key.bytes, ALGORITHMS).catch(
        (cause) => {
          throw new StoreFailure('damaged', { cause });
        },
      );
      return Buffer.from(plaintext).toString();
    },
  };
}

export type SecretEncryption = ReturnType<typeof createSecretEncryption>;
