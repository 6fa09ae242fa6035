import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** How callers authenticate: a key of the upstream for each, or a JWT for each. */
export type CallerKind = 'keys' | 'jwts';

/** Callers of a load. */
export interface Callers {
  /** Their Authorization headers. */
  readonly authorizations: readonly string[];
  /** Settings of the API for them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The issuer's key set, as its endpoint answers it; undefined where there is no issuer. */
  readonly keySet?: string;
}

const ISSUER = 'https://issuer.example/';
const AUDIENCE = 'avatar-graphql';
const SCOPES =
  'personas:read personas:write prompts:read avatars:read avatars:write voices:read tools:read llms:read tokens:mint';

/** Makes `count` callers; `keySetUrl` is where the upstream process serves the issuer's key set. */
export async function makeCallers(
  kind: CallerKind,
  count: number,
  keySetUrl: string,
): Promise<Callers> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  if (kind === 'keys') {
    return { authorizations: numbers.map((n) => `Bearer bench-key-of-caller-${n}`), settings: {} };
  }
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const sign = (n: number) =>
    new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: `caller-${n}`, scope: SCOPES })
      .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
      .setExpirationTime('12h')
      .sign(privateKey);
  const tokens = await Promise.all(numbers.map(sign));
  return {
    authorizations: tokens.map((token) => `Bearer ${token}`),
    settings: {
      UPSTREAM_API_KEY: 'bench-key',
      AUTH_JWKS_URL: keySetUrl,
      AUTH_ISSUER: ISSUER,
      AUTH_AUDIENCE: AUDIENCE,
      // As many as there are requests come from one address here.
      RATE_LIMIT: '0',
    },
    keySet: JSON.stringify({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }],
    }),
  };
}
