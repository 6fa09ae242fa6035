import type { JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts';
import type { Secret } from '../../shared/secret.ts';
import { createRemoteKeys, createSharedSecret, type JwtKeys, type KeySetOptions } from './jwks.ts';
import { InvalidTokenError, KeysUnavailableError } from './jwt-errors.ts';

export interface JwtRules {
  /** The URL of the issuer's JWKS, or the secret shared with it. */
  readonly keys: { readonly jwksUrl: string } | { readonly secret: Secret };
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** Maximum clock difference in seconds. */
  readonly clockTolerance: number;
}

export interface VerifiedJwt {
  /** Issuer and subject, as JSON. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  /**
   * Whether the token would pass another verification now: the time is within `exp` and `nbf`, and the keys have not
   * changed or expired.
   */
  readonly isStillValid: () => boolean;
}

const ScopeList = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]);

/** `scope` is defined by RFC 8693 and RFC 9068. Some providers use `scp`. */
const ScopeClaims = z.object({ scope: ScopeList.optional(), scp: ScopeList.optional() });

function readScopes(payload: JWTPayload): ReadonlySet<Scope> {
  const claims = ScopeClaims.safeParse(payload);
  if (!claims.success) throw new InvalidTokenError('The scope claim of the JWT is not valid.');
  const { scope = [], scp = [] } = claims.data;
  const granted = new Set([...scope, ...scp]);
  return new Set(ALL_SCOPES.filter((scope) => granted.has(scope)));
}

/** Maximum length of a claim in a message. */
const MAX_CLAIM = 200;

/** Says what a claim is and what it should be. The signature is checked before, so the issuer wrote the claim. */
function describeClaim(
  { claim, reason, payload }: errors.JWTClaimValidationFailed,
  { issuer, audience }: JwtRules,
): string {
  const value = payload[claim];
  if (value === undefined) return `The ${claim} claim of the JWT is missing.`;
  if (claim === 'nbf' && reason === 'check_failed') return 'The JWT is not valid yet (nbf claim).';
  const expected = { iss: `${issuer} (AUTH_ISSUER)`, aud: `${audience} (AUTH_AUDIENCE)` };
  if (claim !== 'iss' && claim !== 'aud') return `The ${claim} claim of the JWT is not valid.`;
  const received = String(value).slice(0, MAX_CLAIM);
  return `The ${claim} claim of the JWT is ${received}. The API expects ${expected[claim]}.`;
}

/** Returns why a JWT is not valid, without its content except for the issuer and audience of a signed one. */
function describeError(error: unknown, rules: JwtRules): string {
  if (error instanceof errors.JWTExpired) return 'The JWT has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) return describeClaim(error, rules);
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return 'The signature algorithm of the JWT is not allowed.';
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'The JWT is signed with an unknown key.';
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'The signature of the JWT is not valid.';
  }
  return 'The bearer token is not a signed JWT.';
}

const isTokenError = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid);

/** Creates the check whether a verified JWT is still valid. It retains only the times of the payload. */
function createValidityCheck(
  { exp = 0, nbf = 0 }: JWTPayload,
  { keys, version, tolerance }: { keys: JwtKeys; version: number | undefined; tolerance: number },
): () => boolean {
  return () => {
    // In whole seconds and with the same comparisons as jwtVerify.
    const now = Math.floor(Date.now() / 1000);
    if (exp <= now - tolerance || nbf > now + tolerance) return false;
    return version !== undefined && version === keys.version();
  };
}

/**
 * Creates the JWT verifier.
 * @returns a function that verifies a JWT and rejects with InvalidTokenError or KeysUnavailableError.
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
    // Before the verification: if the keys are fetched meanwhile, it is unknown which of them verified the token.
    const version = keys.version();
    try {
      const { payload } = await jwtVerify(token, keys.find, options);
      return {
        id: JSON.stringify([issuer, payload.sub]),
        scopes: readScopes(payload),
        isStillValid: createValidityCheck(payload, { keys, version, tolerance: clockTolerance }),
      };
    } catch (error) {
      if (error instanceof InvalidTokenError || error instanceof KeysUnavailableError) throw error;
      if (isTokenError(error)) throw new InvalidTokenError(describeError(error, rules));
      throw new KeysUnavailableError(error);
    }
  };
}
