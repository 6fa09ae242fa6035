import { randomBytes } from 'node:crypto';
import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import { Unauthorized } from './errors.ts';
import type { Store } from './store/store.ts';

/** Lifetime of a session token in seconds. @assumed The specification does not define it. */
const TOKEN_LIFETIME = 3600;

/** The claims of a session token that can start a session. Whoever has the token can read them. */
const Claims = z.object({
  type: z.enum(['ephemeral', 'stateful']),
  accountId: z.string(),
  /** Id of the session that it starts, which makes it a token for one session. */
  sessionId: z.guid(),
  /** Id of the API key that created it; not the key. */
  apiKeyId: z.string(),
  clientLabel: z.string().optional(),
  personaConfig: z.looseObject({
    personaId: z.string().optional(),
    maxSessionLengthSeconds: z.number().positive().optional(),
  }),
});
export type SessionClaims = z.output<typeof Claims>;

/** Signs and verifies session tokens. The key is created once and stored, so that tokens remain valid after a restart. */
export function createSessionTokenSigner({
  store,
  now,
}: {
  readonly store: Pick<Store, 'getOrCreateValue'>;
  readonly now: () => Date;
}) {
  const readKey = async () =>
    Buffer.from(
      await store.getOrCreateValue('signing-key', () => randomBytes(32).toString('base64url')),
      'base64url',
    );
  return {
    sign: async (claims: Record<string, unknown>): Promise<string> => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME)
        .sign(await readKey());
    },

    /** @throws Unauthorized if the token was not signed here, has expired, or cannot start a session. */
    verify: async (token: string): Promise<SessionClaims> => {
      const options = { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, await readKey(), options).catch((error) => {
        if (error instanceof errors.JWTExpired)
          throw new Unauthorized('The session token has expired. Create a new one.');
        if (error instanceof errors.JOSEError)
          throw new Unauthorized('This service did not sign the session token.');
        throw error;
      });
      if (payload.type === 'legacy')
        throw new Unauthorized('A legacy session token cannot start a session.');
      const { data } = Claims.safeParse(payload);
      if (!data) throw new Unauthorized('The session token cannot start a session.');
      return data;
    },
  };
}
