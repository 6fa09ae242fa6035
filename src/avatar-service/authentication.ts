import { timingSafeEqual } from 'node:crypto';
import type { Endpoint, Plan } from '../contract/endpoint.ts';
import { Forbidden, Unauthorized } from './errors.ts';
import { hashKey } from './keys.ts';
import type { Store } from './store/store.ts';

/** How a request's key is checked. */
export interface Authentication {
  readonly store: Store;
  /** Hash of a key of the enterprise plan that is in no store: known only to the process that embeds the service. */
  readonly developmentHash?: string | undefined;
  readonly now: () => Date;
}

const sameText = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function planOf(header: string | undefined, auth: Authentication): Promise<Plan> {
  const key = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (key === undefined)
    throw new Unauthorized('An Authorization header with a bearer API key is required.');
  const hash = hashKey(key);
  if (auth.developmentHash && sameText(hash, auth.developmentHash)) return 'enterprise';
  const known = await auth.store.keys.findByHash(hash);
  const expired = known?.expiresAt != null && Date.parse(known.expiresAt) <= auth.now().getTime();
  if (!known || known.revokedAt !== null || expired)
    throw new Unauthorized('The API key is not valid.');
  return known.plan;
}

/**
 * Lets a request to an endpoint pass. Specification, "Authentication", and the plans of its "Limits".
 * @throws Unauthorized without a key that works, Forbidden where its plan does not reach.
 */
export async function authorize(
  header: string | undefined,
  { plans }: Endpoint,
  auth: Authentication,
): Promise<void> {
  const plan = await planOf(header, auth);
  if (plans && !plans.includes(plan)) {
    throw new Forbidden(
      `This endpoint requires a ${plans.join(' or ')} plan. The plan of this API key is ${plan}.`,
    );
  }
}
