import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Plan } from '../contract/resource.ts';
import type { ApiKey } from './store/api-keys.ts';
import { DEFAULT_ACCOUNT } from './store/records.ts';
import type { Store } from './store/store.ts';

/** The name of an account, which is also its id. An account begins with its first API key. */
export const AccountName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'must be 1 to 63 of a-z, 0-9, . _ -, and start with a letter or digit',
  );

interface PlanLimits {
  /** Maximum number of concurrent sessions of the account. */
  readonly sessions: number;
  /** Maximum length of a session, in seconds. A session token can ask for less. */
  readonly sessionSeconds: number;
}

/** Limits of each plan. @assumed The specification has no numbers; live services have similar ones. */
export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: { sessions: 1, sessionSeconds: 180 },
  pro: { sessions: 10, sessionSeconds: 1_800 },
  enterprise: { sessions: 50, sessionSeconds: 7_200 },
};

export interface KeyRequest {
  readonly plan: Plan;
  /** Name of its account, which begins with its first key. Default: the default account. */
  readonly account?: string;
  readonly label: string;
  /** ISO 8601 timestamp. Default: the key does not expire. */
  readonly expiresAt?: string;
}

/** Hashes a key. The store contains only hashes. Keys have 256 random bits, so a fast hash is sufficient. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Creates an API key. `key` is the only copy in clear text. */
export async function createKey(
  store: Store,
  { plan, account = DEFAULT_ACCOUNT, label, expiresAt }: KeyRequest,
  now: Date = new Date(),
): Promise<{ key: string; record: ApiKey }> {
  const key = `ak_${randomBytes(32).toString('base64url')}`;
  const record: ApiKey = {
    id: randomUUID(),
    plan,
    account,
    label,
    createdAt: now.toISOString(),
    expiresAt: expiresAt ?? null,
    revokedAt: null,
  };
  await store.keys.insert(record, hashKey(key));
  return { key, record };
}
