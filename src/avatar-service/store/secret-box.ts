import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import { StoreFailure } from './store-error.ts';

/** Where the keys come from that API keys of custom LLMs are encrypted with. */
export interface KeySources {
  /** The setting STORE_SECRET. */
  readonly secret?: Secret | undefined;
  /** A file beside the store, made when it is first needed. Absent for stores that are no files. */
  readonly keyFile?: string | undefined;
}

/** Encrypts texts for the store: AES-256-GCM, bound to the id of the record that each belongs to. */
export interface SecretBox {
  /**
   * Encrypts a text. `hasSealed` says whether the store holds encrypted texts already.
   * @throws StoreFailure `keyUnset` where there is nowhere to have a key from; `keyLost` where the key file is gone and
   * texts were encrypted with it, so that a new one is not made in its place.
   */
  seal(text: string, id: string, hasSealed: () => Promise<boolean>): Promise<string>;
  /** Decrypts a text. @throws StoreFailure `keyLost` without the key that it was encrypted with. */
  open(sealed: string, id: string): Promise<string>;
}

interface Key {
  /** Says which key a text was encrypted with. */
  readonly name: string;
  readonly bytes: Buffer;
}

const VERSION = 'v1';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

function toKey(bytes: Buffer): Key {
  const name = createHash('sha256').update('key name').update(bytes).digest('base64url');
  return { name: name.slice(0, 12), bytes };
}

const derive = (secret: Secret): Key =>
  toKey(Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'custom LLM secrets', KEY_BYTES)));

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

async function readKeyFile(file: string): Promise<Key | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new StoreFailure('keyLost', { cause: error });
  });
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== KEY_BYTES) throw new StoreFailure('keyLost');
  return toKey(bytes);
}

/** Makes the key file, whole and on the disk; another process may be quicker, and then its key is the one. */
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
      if (!isCode(error, 'EEXIST')) throw error;
    });
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    throw new StoreFailure(isCode(error, 'ENOSPC') ? 'full' : 'readOnly', { cause: error });
  } finally {
    await rm(partial, { force: true });
  }
}

/** Makes the box of a store. No key is read or made before one is needed. */
export function createSecretBox({ secret, keyFile }: KeySources): SecretBox {
  const setting = secret && derive(secret);

  const sealingKey = async (hasSealed: () => Promise<boolean>): Promise<Key> => {
    if (setting) return setting;
    if (keyFile === undefined) throw new StoreFailure('keyUnset');
    const known = await readKeyFile(keyFile);
    if (known) return known;
    if (await hasSealed()) throw new StoreFailure('keyLost');
    await createKeyFile(keyFile);
    const made = await readKeyFile(keyFile);
    if (!made) throw new StoreFailure('keyLost');
    return made;
  };

  return {
    seal: async (text, id, hasSealed) => {
      const key = await sealingKey(hasSealed);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(id));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
      return [VERSION, key.name, whole].join('.');
    },

    open: async (sealed, id) => {
      const [version, name, whole = ''] = sealed.split('.');
      const file = keyFile === undefined ? undefined : await readKeyFile(keyFile);
      const key = [setting, file].find((each) => each?.name === name);
      if (version !== VERSION || !key) throw new StoreFailure('keyLost');
      const bytes = Buffer.from(whole, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(id))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new StoreFailure('damaged', { cause: error });
      }
    },
  };
}
