import { randomBytes } from 'node:crypto';
import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import { redactSecrets } from '../contract/redact.ts';
import { sessionTokenContract } from '../contract/session-token.ts';
import { checkModel } from './avatar.ts';
import { addEndpoints, type RequestContext, type ServiceRoutes } from './endpoints.ts';
import { Unauthorized } from './errors.ts';
import { findOrFail } from './record-handlers.ts';
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

/** The routes of session tokens. Specification, "POST" and "GET /v1/auth/session-token". */
export const sessionTokens: ServiceRoutes = (scopes, services) => {
  const { newId } = services;
  const signer = createSessionTokenSigner(services);
  const sign = async ({ caller }: RequestContext, claims: Record<string, unknown>) => ({
    sessionToken: await signer.sign({
      ...claims,
      accountId: caller.account,
      apiKeyId: caller.id,
      sessionId: newId(),
    }),
  });
  addEndpoints(scopes, services, sessionTokenContract, {
    createSessionToken: async ({ body, ...context }) => {
      const { personaConfig, sessionOptions, clientLabel } = body;
      const { brainType, ...config } = personaConfig;
      const { personaId } = config;
      checkModel(config, ['personaConfig']);
      if (personaId !== undefined) {
        const path = ['personaConfig', 'personaId'];
        await findOrFail('a persona', personaId, context.tables.personas.find, path);
      }
      return sign(context, {
        type: personaId === undefined ? 'ephemeral' : 'stateful',
        clientLabel,
        // Whoever has the token can read its claims.
        personaConfig: redactSecrets(
          brainType === undefined ? config : { ...config, llmId: brainType },
        ),
        sessionOptions: redactSecrets(sessionOptions),
      });
    },

    createLegacySessionToken: (context) => sign(context, { type: 'legacy' }),
  });
};
