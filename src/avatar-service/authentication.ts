import { timingSafeEqual } from 'node:crypto';
import type { Endpoint, Plan } from '../contract/endpoint.ts';
import { PlanRequired, Unauthorized } from './errors.ts';
import { hashKey } from './keys.ts';
import type { Store } from './store/store.ts';

/** Dependencies of `authorize`. */
export interface Authentication {
  readonly store: Store;
  /** Hash of an API key of the enterprise plan that is not in the store. */
  readonly developmentHash?: string | undefined;
  readonly now: () => Date;
}

const isEqual = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Id of the API key that is not in the store. */
const DEVELOPMENT_KEY_ID = 'development';

async function findKey(
  header: string | undefined,
  auth: Authentication,
): Promise<{ readonly id: string; readonly plan: Plan }> {
  const key = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (key === undefined)
    throw new Unauthorized('An Authorization header with a bearer API key is required.');
  const hash = hashKey(key);
  if (auth.developmentHash && isEqual(hash, auth.developmentHash))
    return { id: DEVELOPMENT_KEY_ID, plan: 'enterprise' };
  const known = await auth.store.keys.findByHash(hash);
  const expired = known?.expiresAt != null && Date.parse(known.expiresAt) <= auth.now().getTime();
  if (!known || known.revokedAt !== null || expired)
    throw new Unauthorized('The API key is not valid.');
  return known;
}

/**
 * Authorizes a request to an endpoint, and returns the id of its API key. Specification, "Authentication", and the plans of its "Limits".
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
