import { randomBytes } from 'node:crypto';
import { GUEST_ISSUER, GUEST_PREFIX, type Guests, type GuestToken } from '../../policy/guests.ts';
import type { JwtIssuer } from './jwt.ts';

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
export async function signGuestToken(
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
