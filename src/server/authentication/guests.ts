import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { fulfils } from '../../policy/claims.ts';
import { findPlaces, noteResponse } from '../../policy/guest-places.ts';
import { GUEST_ISSUER, GUEST_PREFIX, type Guests, type GuestToken } from '../../policy/guests.ts';
import { changeCounters, type LimitStore, LimitsUnavailableError } from '../../policy/limits.ts';
import { createOverload, RefusedError } from '../../policy/refused-error.ts';
import { isAddress } from '../../shared/address-network.ts';
import { readText } from '../../shared/limit-size.ts';
import type { RequestContext } from '../request-context.ts';
import type { JwtIssuer } from './jwt.ts';

const CALL = 'createGuestToken';

/** What is known of the visitor. */
type Visitor = Pick<RequestContext, 'policy' | 'clientAddress'>;

const refuse = (message: string, rule?: string) =>
  new RefusedError({ call: CALL, code: 'FORBIDDEN', message, reason: 'policy', rule });

/** Of a request that verifies a challenge, in milliseconds. */
const CHALLENGE_TIMEOUT = 5_000;

const Answer = z.looseObject({ success: z.boolean() });

/**
 * Asks whether a visitor has passed a challenge. The URL is that of the policy, and no redirect is followed, because the
 * request has its secret.
 * @param remoteip address of the visitor.
 * @throws Error if there is no valid answer.
 */
async function verifyChallenge(
  { verifyUrl, secret, require }: NonNullable<Guests['challenge']>,
  response: string,
  remoteip: string,
): Promise<boolean> {
  const answer = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret: secret.reveal(), response, remoteip }),
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(CHALLENGE_TIMEOUT),
  });
  const result = Answer.parse(JSON.parse(await readText(answer, 'The answer')));
  return result.success && fulfils(result, require);
}

/** Makes sure that a visitor has passed the challenge, with a response that nobody has used. @throws RefusedError */
async function requireChallenge(
  challenge: NonNullable<Guests['challenge']>,
  response: string | undefined,
  address: string,
  store: LimitStore,
): Promise<void> {
  const rule = 'guests.challenge';
  if (response === undefined)
    throw refuse('A guest token requires the response to a challenge.', rule);
  const digest = hash('sha256', response, 'base64url');
  if (!(await noteResponse(store, digest, 1)))
    throw refuse('The response to the challenge was used before.', rule);
  const isPassed = await verifyChallenge(challenge, response, address).catch(() => undefined);
  if (isPassed) return;
  // The service itself refuses it from now on, so nobody fills the memory with invented responses.
  await noteResponse(store, digest, -1);
  const problem = isPassed === undefined ? 'cannot be checked now' : 'was not passed';
  throw refuse(`The challenge ${problem}. Try again with a new one.`, rule);
}

/** What no token of another kind has in its header, even if it is signed with the same secret. */
const TYPE = 'guest+jwt';
const ALGORITHM = 'HS256';

/** Returns how the tokens of guests are verified. @param audience URL of the API. */
export const createGuestIssuer = ({ secrets, tenant }: Guests, audience: string): JwtIssuer => ({
  issuer: GUEST_ISSUER,
  typ: TYPE,
  keys: { secrets },
  algorithms: [ALGORITHM],
  audience: [audience],
  // Their role alone decides.
  scopeClaims: [],
  tenant,
});

/** Signs the token of a new guest, with the first secret. */
async function signGuestToken(
  { secrets: [secret], seconds }: Guests,
  audience: string,
): Promise<GuestToken> {
  // Loaded only where it is needed.
  const { SignJWT } = await import('jose/jwt/sign');
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(GUEST_ISSUER)
    .setAudience(audience)
    .setSubject(GUEST_PREFIX + randomBytes(16).toString('base64url'))
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(secret?.reveal()));
  return { token, expiresAt: new Date((now + seconds) * 1000) };
}

async function createToken(
  guests: Guests,
  audience: string,
  challenge: string | undefined,
  { address, store }: { readonly address: string; readonly store: LimitStore },
): Promise<GuestToken> {
  if (!isAddress(address)) throw refuse('A guest token requires a client whose address is known.');
  try {
    // Before the challenge, so that its service is asked no more often.
    let places = await findPlaces(CALL, store, address, guests);
    if (guests.challenge) await requireChallenge(guests.challenge, challenge, address, store);
    while (!(await changeCounters(store, places)))
      places = await findPlaces(CALL, store, address, guests);
  } catch (error) {
    throw error instanceof LimitsUnavailableError ? createOverload(CALL, error) : error;
  }
  return signGuestToken(guests, audience);
}

/**
 * Creates the token of a new guest; undefined if there are no guests.
 * @param challenge the response to the challenge of the page.
 * @throws RefusedError if the policy refuses it.
 */
export function createGuestToken(
  { policy, clientAddress: address }: Visitor,
  challenge: string | undefined,
): Promise<GuestToken> | undefined {
  const { guests } = policy?.current.file ?? {};
  if (!guests || !policy?.guests) return undefined;
  const { audience, limits: store } = policy.guests;
  return createToken(guests, audience, challenge, { address, store });
}
