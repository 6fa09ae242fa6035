import type { z } from 'zod';
import { createReader } from '../contract/read-response.ts';
import { Id } from '../contract/record.ts';
import { SessionTokenClaims } from '../contract/session-token.ts';

/** Claims of a session token. @assumed Tokens of live services have the id of the session that they start. */
const Claims = SessionTokenClaims.extend({ sessionId: Id.nullish() });
type Claims = z.output<typeof Claims>;

const NO_CLAIMS: Claims = { type: null, exp: null };

const read = createReader(Claims);

/**
 * Returns the claims of a session token. They are not verified, because only the service that created the token can do
 * so, and must not be used for authorization.
 */
export function readTokenClaims(sessionToken: string): Claims {
  const [, claims = ''] = sessionToken.split('.');
  try {
    const json: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return read(json).data ?? NO_CLAIMS;
  } catch {
    return NO_CLAIMS;
  }
}
