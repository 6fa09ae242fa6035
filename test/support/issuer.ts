import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ALL_SCOPES } from '../../src/policy/scopes.ts';
import { createJwtAuth } from '../../src/server/authentication/authenticate.ts';
import type { KeySetOptions } from '../../src/server/authentication/jwks.ts';
import { createJwtVerifier, type JwtIssuer } from '../../src/server/authentication/jwt.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { listen } from './resources.ts';

const ISSUER = 'https://issuer.example/';
const AUDIENCE = 'avatar-graphql';

/** How a token differs from a valid one. */
export interface Variation {
  readonly claims?: Record<string, unknown>;
  /** Seconds from now. */
  readonly expires?: number | null;
  readonly kid?: string;
  readonly key?: CryptoKey;
  readonly scope?: string;
}

type JwksResponse = () => {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
};

/** An identity provider that signs tokens and serves its JWKS. */
export interface Issuer {
  readonly rules: JwtIssuer;
  /** Returns how often the JWKS was fetched. */
  readonly fetches: () => number;
  sign(variation?: Variation): Promise<string>;
  /** Replaces the key. */
  rotate(): Promise<void>;
  /** Replaces the response with the JWKS; undefined restores it. */
  setJwksResponse(response: JwksResponse | undefined): void;
  /** Creates a verifier of this issuer's tokens. */
  check(options?: KeySetOptions): ReturnType<typeof createJwtVerifier>;
  /** Creates the authentication by this issuer's tokens. */
  authenticate(options?: KeySetOptions): ReturnType<typeof createJwtAuth>;
  /** Returns the current public key as JSON. */
  publicKey(): Promise<string>;
}

/** One key for all issuers with RSA, of which each takes longer to create than a test. */
let rsaKeys: ReturnType<typeof generateKeyPair> | undefined;

const createKeys = (algorithm: 'ES256' | 'RS256') => {
  if (algorithm === 'ES256') return generateKeyPair(algorithm, { extractable: true });
  rsaKeys ??= generateKeyPair(algorithm, { extractable: true });
  return rsaKeys;
};

/** The server's key for callers with tokens. */
export const SERVER_KEY = 'the-servers-own-key';

/** Starts an issuer until the end of the running test or file. */
export async function startIssuer(
  name = ISSUER,
  algorithm: 'ES256' | 'RS256' = 'ES256',
): Promise<Issuer> {
  let keys = await createKeys(algorithm);
  let kid = 'first';
  let fetches = 0;
  let override: JwksResponse | undefined;
  const jwks = async () =>
    JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid, alg: algorithm }] });
  const url = await listen(async (_, response) => {
    fetches += 1;
    const { status, body, location } = override?.() ?? { status: 200, body: await jwks() };
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(location && { location }),
    });
    response.end(body);
  });
  const rules: JwtIssuer = {
    keys: { jwksUrl: `${url}/keys` },
    issuer: name,
    audience: [AUDIENCE],
    algorithms: [algorithm],
    clockTolerance: 5,
  };
  return {
    rules,
    fetches: () => fetches,
    sign: ({ claims = {}, expires = 300, kid: otherKid, key, scope } = {}) => {
      const token = new SignJWT({
        iss: name,
        aud: AUDIENCE,
        sub: 'ada',
        scope: scope ?? ALL_SCOPES.join(' '),
        ...claims,
      }).setProtectedHeader({ alg: algorithm, kid: otherKid ?? kid });
      if (expires !== null) token.setExpirationTime(Math.floor(Date.now() / 1000) + expires);
      return token.sign(key ?? keys.privateKey);
    },
    rotate: async () => {
      keys = await createKeys(algorithm);
      kid = `${kid}-next`;
    },
    setJwksResponse: (response) => {
      override = response;
    },
    check: (options) => createJwtVerifier(rules, options),
    authenticate: (options) =>
      createJwtAuth(Credential.fromKey(SERVER_KEY), createJwtVerifier(rules, options)),
    publicKey: async () => JSON.stringify(await exportJWK(keys.publicKey)),
  };
}

/** Settings by which JWTs of `signJwt` are valid. */
export const AUTH = {
  AUTH_SECRET: 'shared-secret-0123456789abcdef-0123456789',
  AUTH_ISSUER: 'https://issuer.example/',
  AUTH_AUDIENCE: 'avatars',
};

/** Signs a valid JWT with all scopes, or some. */
export const signJwt = (scopes: readonly string[] = ALL_SCOPES, subject = 'ada'): Promise<string> =>
  new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(AUTH.AUTH_ISSUER)
    .setAudience(AUTH.AUTH_AUDIENCE)
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(AUTH.AUTH_SECRET));
