import * as errors from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { z } from 'zod';
import type { JsonObject } from '../../contract/record.ts';
import { type Conditions, fulfils, readClaim } from '../../policy/claims.ts';
import type { ConsoleClient } from '../../policy/issuer-schema.ts';
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts';
import type { Secret } from '../../shared/secret.ts';
import {
  createRemoteKeys,
  createSecretVerifier,
  type KeySetOptions,
  type RemoteKeySet,
  type VerifyClaims,
} from './jwks.ts';
import { InvalidTokenError, KeysUnavailableError } from './jwt-errors.ts';

/** An issuer of JWTs: how they are verified, and what their claims mean. A claim is a name or a JSON Pointer. */
export interface JwtIssuer {
  /** The `iss` claim, which selects the issuer. */
  readonly issuer: string;
  /** The URL of its JWKS, or the secrets shared with it. */
  readonly keys: { readonly jwksUrl: string } | { readonly secrets: readonly Secret[] };
  readonly algorithms: readonly string[];
  /** The audiences of this API. A JWT needs one of them. */
  readonly audience: readonly string[];
  /** The claim with its audiences. Default `aud`. */
  readonly audienceClaim?: string | undefined;
  /** Values that claims must have, or contain if they are lists. One of several values is enough. */
  readonly require?: Conditions | undefined;
  /**
   * The claims that contain scopes. The scopes of all these claims apply. Default `scope` (RFC 8693, RFC 9068) and
   * `scp`.
   */
  readonly scopeClaims?: readonly string[] | undefined;
  /** Scopes without this prefix are ignored. */
  readonly scopePrefix?: string | undefined;
  /** Name of the issuer in a policy. Default: `issuer`. */
  readonly name?: string | undefined;
  /** The claim with the tenant, or the tenant of all its JWTs. Default: there are no tenants. */
  readonly tenantClaim?: string | undefined;
  readonly tenant?: string | undefined;
  /** Maximum clock difference in seconds. Default 5. */
  readonly clockTolerance?: number | undefined;
  /** The `typ` in the header of its JWTs. Default: any. */
  readonly typ?: string | undefined;
  /** How people sign in to the console at this issuer, whose name is then a URL. Default: they do not. */
  readonly console?: ConsoleClient | undefined;
}

export interface VerifiedJwt {
  readonly issuer: JwtIssuer;
  readonly subject: string;
  readonly claims: JsonObject;
  /** The scopes of this API in its claims. */
  readonly scopes: ReadonlySet<Scope>;
  /** The last millisecond before it expires, since 1970. */
  readonly validUntil: number;
}

/** Verifies a JWT. Rejects with InvalidTokenError or KeysUnavailableError. */
export type VerifyJwt = (token: string) => Promise<VerifiedJwt>;

const CLOCK_TOLERANCE = 5;

const SCOPE_CLAIMS = ['scope', 'scp'];

const ScopeList = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]);

function readScopes(claims: JsonObject, issuer: JwtIssuer): ReadonlySet<Scope> {
  const { scopeClaims = SCOPE_CLAIMS, scopePrefix = '' } = issuer;
  const granted = new Set(
    scopeClaims.flatMap((name) => {
      const scopes = ScopeList.optional().safeParse(readClaim(claims, name));
      if (scopes.success) return scopes.data ?? [];
      throw new InvalidTokenError(`The ${name} claim of the JWT is not valid.`);
    }),
  );
  return new Set(ALL_SCOPES.filter((scope) => granted.has(scopePrefix + scope)));
}

/** Maximum length of a claim in a message. */
const MAX_CLAIM = 200;

/** Returns a claim as text: a text or a list of texts as they are, anything else as JSON. */
function describeClaimValue(claim: unknown): string {
  const values = [claim].flat();
  const isText = values.every((value) => typeof value === 'string');
  return (isText ? values.join(',') : JSON.stringify(claim)).slice(0, MAX_CLAIM);
}

/** Checks the claims of a signed JWT that differ by issuer. The issuer wrote them, so messages may have the audience. */
function checkClaims(claims: JsonObject, issuer: JwtIssuer) {
  const { audience, audienceClaim = 'aud', require = {} } = issuer;
  const missing = [audienceClaim, ...Object.keys(require)].find(
    (name) => readClaim(claims, name) === undefined,
  );
  if (missing !== undefined) {
    throw new InvalidTokenError(`The ${missing} claim of the JWT is missing.`);
  }
  if (!fulfils(claims, { [audienceClaim]: [...audience] })) {
    const received = describeClaimValue(readClaim(claims, audienceClaim));
    const expected = audience.join(' or ').slice(0, MAX_CLAIM);
    throw new InvalidTokenError(
      `The ${audienceClaim} claim of the JWT is ${received}. The API expects ${expected}.`,
    );
  }
  for (const [name, value] of Object.entries(require)) {
    if (fulfils(claims, { [name]: value })) continue;
    throw new InvalidTokenError(
      `The ${name} claim of the JWT is not ${[value].flat().join(' or ')}.`,
    );
  }
}

function readSubject({ sub }: JsonObject): string {
  if (typeof sub === 'string' && sub !== '') return sub;
  throw new InvalidTokenError('The sub claim of the JWT is not valid.');
}

/** Describes a problem with a registered claim. */
function describeClaim({ claim, reason, payload }: errors.JWTClaimValidationFailed): string {
  if (payload[claim] === undefined) return `The ${claim} claim of the JWT is missing.`;
  if (claim === 'nbf' && reason === 'check_failed') return 'The JWT is not valid yet (nbf claim).';
  return `The ${claim} claim of the JWT is not valid.`;
}

/** Why a JWT is not valid, by the code of jose. Its own messages may quote the token. */
const REASONS: Readonly<Record<string, string>> = {
  [errors.JWTExpired.code]: 'The JWT has expired.',
  [errors.JOSEAlgNotAllowed.code]: 'The signature algorithm of the JWT is not allowed.',
  [errors.JWKSNoMatchingKey.code]: 'The JWT is signed with an unknown key.',
  [errors.JWKSMultipleMatchingKeys.code]: 'The JWT does not say which key signed it (kid).',
  [errors.JWSSignatureVerificationFailed.code]: 'The signature of the JWT is not valid.',
};

/** Returns why a JWT is not valid, without its content. */
const describeError = (error: errors.JOSEError): string =>
  error instanceof errors.JWTClaimValidationFailed
    ? describeClaim(error)
    : (REASONS[error.code] ?? 'The bearer token is not a signed JWT.');

function toTokenError(error: unknown): Error {
  if (error instanceof InvalidTokenError || error instanceof KeysUnavailableError) return error;
  const isOfKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return error instanceof errors.JOSEError && !isOfKeys
    ? new InvalidTokenError(describeError(error))
    : new KeysUnavailableError(error);
}

/**
 * Reads the claims of an issuer's JWT whose signature and times are valid.
 * @throws InvalidTokenError for claims that this issuer's JWTs do not have.
 */
export function readJwt(claims: JsonObject, issuer: JwtIssuer): VerifiedJwt {
  checkClaims(claims, issuer);
  const { clockTolerance = CLOCK_TOLERANCE } = issuer;
  return {
    issuer,
    subject: readSubject(claims),
    claims,
    scopes: readScopes(claims, issuer),
    validUntil: (Number(claims.exp) + clockTolerance) * 1000 - 1,
  };
}

/** Creates the verifier of one issuer's JWTs. It uses no keys or settings of other issuers. */
function createIssuerVerifier(issuer: JwtIssuer, verify: VerifyClaims): VerifyJwt {
  const { clockTolerance = CLOCK_TOLERANCE } = issuer;
  const options = {
    issuer: issuer.issuer,
    algorithms: [...issuer.algorithms],
    clockTolerance,
    requiredClaims: ['exp', 'sub'],
    ...(issuer.typ !== undefined && { typ: issuer.typ }),
  };
  return async (token) => {
    try {
      return readJwt(await verify(token, options), issuer);
    } catch (error) {
      throw toTokenError(error);
    }
  };
}

/** Returns the issuer that a token names. Nothing of the token is verified yet. */
function readIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch {
    throw new InvalidTokenError('The bearer token is not a signed JWT.');
  }
}

/** The JWKS by URL, so that issuers share them, also across reloads. */
export type RemoteKeys = Map<string, RemoteKeySet>;

/**
 * Creates the JWT verifier. The `iss` claim of a token selects the issuer whose keys, algorithms and audience alone
 * verify it. For an unknown issuer, no keys are fetched.
 */
export function createJwtVerifier(
  issuers: JwtIssuer | readonly JwtIssuer[],
  options?: KeySetOptions,
  remoteKeys: RemoteKeys = new Map(),
): VerifyJwt {
  const findKeys = ({ keys }: JwtIssuer) => {
    if ('secrets' in keys) return createSecretVerifier(keys.secrets);
    const found = remoteKeys.get(keys.jwksUrl) ?? createRemoteKeys(keys.jwksUrl, options);
    remoteKeys.set(keys.jwksUrl, found);
    return found.verify;
  };
  const list = 'issuer' in issuers ? [issuers] : issuers;
  const verifiers = new Map<unknown, VerifyJwt>(
    list.map((issuer) => [issuer.issuer, createIssuerVerifier(issuer, findKeys(issuer))]),
  );
  const only = list.length === 1 ? list[0]?.issuer : undefined;
  return async (token) => {
    const verify = verifiers.get(readIssuer(token));
    if (verify) return verify(token);
    const expected = only === undefined ? 'that of an issuer that the API accepts' : only;
    throw new InvalidTokenError(`The iss claim of the JWT is not ${expected}.`);
  };
}
