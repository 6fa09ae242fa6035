import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Plan } from '../contract/endpoint.ts';
import type { ApiKey, Store } from './store/store.ts';

/** What a new key is for. */
export interface KeyRequest {
  readonly plan: Plan;
  readonly label: string;
  /** ISO 8601; never, if left out. */
  readonly expiresAt?: string;
}

/** The form in which keys are kept and compared. They are 256 random bits, so a plain hash of them cannot be guessed. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Makes an API key. `key` is the only copy of it in clear. */
export async function createKey(
  store: Store,
  { plan, label, expiresAt }: KeyRequest,
  now: Date = new Date(),
): Promise<{ key: string; record: ApiKey }> {
  const key = `ak_${randomBytes(32).toString('base64url')}`;
  const record: ApiKey = {
    id: randomUUID(),
    plan,
    label,
    createdAt: now.toISOString(),
    expiresAt: expiresAt ?? null,
    revokedAt: null,
  };
  await store.keys.insert(record, hashKey(key));
  return { key, record };
}

/** Every key ever made, oldest first. */
export const listKeys = (store: Store): Promise<ApiKey[]> => store.keys.list();

/** Ends a key at once; false where no key that still worked has this id. */
export const revokeKey = (store: Store, id: string, now: Date = new Date()): Promise<boolean> =>
  store.keys.revoke(id, now.toISOString());
