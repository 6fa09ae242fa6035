import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '../contract/endpoint.ts';
import { PlanRequired, Unauthorized } from './errors.ts';
import { hashKey } from './keys.ts';
import type { ApiKey, Store } from './store/store.ts';

export interface Authentication {
  readonly store: Store;
  /** Hash of an API key of the enterprise plan that is not in the store. */
  readonly developmentHash?: string | undefined;
  readonly now: () => Date;
}

/** The API key of the enterprise plan that is not in the store. */
const DEVELOPMENT_KEY = { id: 'development', plan: 'enterprise' } as const;

const isEqual = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function findKey(
  header: string | undefined,
  auth: Authentication,
): Promise<Pick<ApiKey, 'id' | 'plan'>> {
  const key = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (key === undefined)
    throw new Unauthorized('An Authorization header with a bearer API key is required.');
  const hash = hashKey(key);
  if (auth.developmentHash && isEqual(hash, auth.developmentHash)) return DEVELOPMENT_KEY;
  const known = await auth.store.keys.findByHash(hash);
  const expired = known?.expiresAt != null && Date.parse(known.expiresAt) <= auth.now().getTime();
  if (!known || known.revokedAt !== null || expired)
    throw new Unauthorized('The API key is not valid.');
  return known;
}

/**
 * Authorizes a request to an endpoint. Specification, "Authentication", and the plans of its "Limits".
 * @returns the id of the API key.
 * @throws Unauthorized if the API key is missing or invalid; PlanRequired if its plan does not include the endpoint.
 */
export async function authorize(
  header: string | undefined,
  { plans }: Endpoint,
  auth: Authentication,
): Promise<string> {
  const { id, plan } = await findKey(header, auth);
  if (plans && !plans.includes(plan)) {
    throw new PlanRequired(
      `This endpoint requires a ${plans.join(' or ')} plan. The plan of this API key is ${plan}.`,
    );
  }
  return id;
}
