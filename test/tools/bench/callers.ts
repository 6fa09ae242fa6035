import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** How callers authenticate: the server's key for all of them, a key of the upstream for each, or a JWT for each. */
export type CallerKind = 'shared' | 'keys' | 'jwts';

/** Callers of a load. */
export interface Callers {
  /** Their Authorization headers; none where the server's key serves all. */
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
const SERVER_KEY = { UPSTREAM_API_KEY: 'bench-key' };

/** Makes `count` callers; `keySetUrl` is where the upstream process serves the issuer's key set. */
export async function makeCallers(
  kind: CallerKind,
  count: number,
  keySetUrl: string,
): Promise<Callers> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  if (kind === 'shared') return { authorizations: [], settings: SERVER_KEY };
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
      ...SERVER_KEY,
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
