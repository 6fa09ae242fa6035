import { SignJWT } from 'jose';
import { ALL_SCOPES } from '../../src/policy/scopes.ts';
import { startRunning } from './running.ts';

/** Settings by which JWTs of `signJwt` are valid. */
export const AUTH = {
  AUTH_SECRET: 'shared-secret-0123456789abcdef-0123456789',
  AUTH_ISSUER: 'https://issuer.example/',
  AUTH_AUDIENCE: 'avatars',
};

/** Signs a valid JWT with all scopes, or some. */
export const signJwt = (scopes: readonly string[] = ALL_SCOPES): Promise<string> =>
  new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(AUTH.AUTH_ISSUER)
    .setAudience(AUTH.AUTH_AUDIENCE)
    .setSubject('ada')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(AUTH.AUTH_SECRET));

/** Starts the API for callers with JWTs, for the running test, and returns its URL. */
export const startJwtApi = async (settings: Record<string, string> = {}): Promise<string> =>
  (await startRunning({ ...AUTH, ...settings })).url;
