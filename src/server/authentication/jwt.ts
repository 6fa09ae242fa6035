import type { JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import { ALL_SCOPES, type Scope } from '../../graphql/authorization/scopes.ts';
import type { Secret } from '../../shared/secret.ts';
import { createRemoteKeys, createSharedSecret, type JwtKeys, type KeySetOptions } from './jwks.ts';
import { InvalidTokenError, KeysUnavailableError } from './jwt-errors.ts';

/** Which tokens are callers' tokens. */
export interface JwtRules {
  /** Where the issuer's keys are, or the secret shared with it. */
  readonly keys: { readonly jwksUrl: string } | { readonly secret: Secret };
  readonly issuer: string;
  readonly audience: string;
  /** The algorithms that are accepted; a token's own word for it counts only if it is among them. */
  readonly algorithms: readonly string[];
  /** Seconds by which clocks may differ. */
  readonly clockTolerance: number;
}

/** What a token that holds says. */
export interface VerifiedJwt {
  /** Issuer and subject. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  /**
   * Whether the token would pass another verification now, with no keys fetched for it: the clock is within its `exp`
   * and `nbf`, and the keys it was verified with are the ones still in use.
   */
  readonly isStillValid: () => boolean;
}

const words = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]);

/** `scope` by RFC 8693 and RFC 9068, `scp` as some providers have it. */
const ScopeClaims = z.object({ scope: words.optional(), scp: words.optional() });

function scopesOf(payload: JWTPayload): ReadonlySet<Scope> {
  const claims = ScopeClaims.safeParse(payload);
  if (!claims.success) throw new InvalidTokenError('The scope claim of the JWT is not valid.');
  const { scope = [], scp = [] } = claims.data;
  const granted = new Set([...scope, ...scp]);
  return new Set(ALL_SCOPES.filter((known) => granted.has(known)));
}

/** Why a token does not hold, in words that show nothing of it. */
function explain(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The JWT has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `The ${error.claim} claim of the JWT is missing or not valid.`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return 'The signature algorithm of the JWT is not allowed.';
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'The JWT is signed with an unknown key.';
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'The signature of the JWT is not valid.';
  }
  return 'The bearer token is not a signed JWT.';
}

const isOfToken = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid);

/** Tells of a verified token whether it is still valid. Keeps nothing of the payload but its times. */
function validity(
  { exp = 0, nbf = 0 }: JWTPayload,
  { keys, version, tolerance }: { keys: JwtKeys; version: number | undefined; tolerance: number },
): () => boolean {
  return () => {
    // In whole seconds, and by the same comparisons, as jwtVerify has it.
    const now = Math.floor(Date.now() / 1000);
    if (exp <= now - tolerance || nbf > now + tolerance) return false;
    return version !== undefined && version === keys.version();
  };
}

/**
 * Makes the check of callers' tokens.
 * @returns a function that answers who holds a token, and throws InvalidTokenError or KeysUnavailableError.
 */
export function createJwtVerifier(rules: JwtRules, keySet?: KeySetOptions) {
  const { issuer, audience, clockTolerance } = rules;
  const keys =
    'secret' in rules.keys
      ? createSharedSecret(rules.keys.secret)
      : createRemoteKeys(rules.keys.jwksUrl, keySet);
  const options = {
    issuer,
    audience,
    clockTolerance,
    algorithms: [...rules.algorithms],
    requiredClaims: ['exp', 'sub'],
  };
  return async (token: string): Promise<VerifiedJwt> => {
    // Before the verification: where keys are fetched meanwhile, nobody can tell which of them it was made with.
    const version = keys.version();
    try {
      const { payload } = await jwtVerify(token, keys.find, options);
      return {
        id: JSON.stringify([issuer, payload.sub]),
        scopes: scopesOf(payload),
        isStillValid: validity(payload, { keys, version, tolerance: clockTolerance }),
      };
    } catch (error) {
      if (error instanceof InvalidTokenError || error instanceof KeysUnavailableError) throw error;
      if (isOfToken(error)) throw new InvalidTokenError(explain(error));
      throw new KeysUnavailableError(error);
    }
  };
}
