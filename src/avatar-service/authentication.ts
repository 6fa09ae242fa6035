import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '../contract/resource.ts';
import { PlanRequired, Unauthorized } from './errors.ts';
import { hashKey } from './keys.ts';
import type { ApiKey } from './store/api-keys.ts';
import { DEFAULT_ACCOUNT } from './store/records.ts';
import type { Store } from './store/store.ts';

/** The permissions of a request, by its API key. */
export type Caller = Pick<ApiKey, 'id' | 'plan' | 'account'>;

export interface Authentication {
  readonly store: Pick<Store, 'keys'>;
  /** Hash of an API key of the enterprise plan that is not in the store. */
  readonly developmentHash?: string | undefined;
  readonly now: () => Date;
}

/** The API key of the enterprise plan that is not in the store. */
const DEVELOPMENT_KEY: Caller = {
  id: 'development',
  plan: 'enterprise',
  account: DEFAULT_ACCOUNT,
};

const isEqual = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Returns the credential of an Authorization header; undefined without one. */
export const readBearer = (header: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];

const isValid = ({ revokedAt, expiresAt }: ApiKey, { now }: Pick<Authentication, 'now'>) =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now().getTime());

/** Finds the API key that created a session token, by its id. Returns undefined if it is no longer valid. */
export async function findKeyById(
  id: string,
  auth: Omit<Authentication, 'developmentHash'>,
): Promise<Caller | undefined> {
  if (id === DEVELOPMENT_KEY.id) return DEVELOPMENT_KEY;
  const key = await auth.store.keys.find(id);
  return key && isValid(key, auth) ? key : undefined;
}

async function findKey(header: string | undefined, auth: Authentication): Promise<Caller> {
  const key = readBearer(header);
  if (key === undefined)
    throw new Unauthorized('An Authorization header with a bearer API key is required.');
  const hash = hashKey(key);
  if (auth.developmentHash && isEqual(hash, auth.developmentHash)) return DEVELOPMENT_KEY;
  const known = await auth.store.keys.findByHash(hash);
  if (!known || !isValid(known, auth)) throw new Unauthorized('The API key is not valid.');
  return known;
}

/**
 * Authorizes a request to an endpoint. Specification, "Authentication", and the plans of its "Limits".
 * @throws Unauthorized if the API key is missing or invalid; PlanRequired if its plan does not include the endpoint.
 */
export async function authorize(
  header: string | undefined,
  { plans }: Endpoint,
  auth: Authentication,
): Promise<Caller> {
  const caller = await findKey(header, auth);
  const { plan } = caller;
  if (plans && !plans.includes(plan)) {
    throw new PlanRequired(
      `This endpoint requires a ${plans.join(' or ')} plan. The plan of this API key is ${plan}.`,
    );
  }
  return caller;
}
