import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { redactSecrets } from '../contract/redact.ts';
import { sessionTokenContract } from '../contract/session-token.ts';
import { getAccountId } from './account.ts';
import { checkModel } from './avatar.ts';
import { addEndpoints } from './endpoints.ts';
import { findOrFail } from './ids.ts';
import type { ServicePlugin } from './service-plugin.ts';

/** Lifetime of a session token in seconds. @assumed The specification does not define it. */
const TOKEN_LIFETIME = 3600;

/** The routes of session tokens. Specification, "POST" and "GET /v1/auth/session-token". */
export const sessionTokens: ServicePlugin = async (app, services) => {
  const { store, now, newId } = services;
  /** Signs a token. The key is created once and stored, so that tokens remain valid after a restart. */
  const sign = async (claims: Record<string, unknown>) => {
    const key = await store.setting('signing-key', () => randomBytes(32).toString('base64url'));
    const accountId = await getAccountId({ store, newId });
    const issuedAt = Math.floor(now().getTime() / 1000);
    const sessionToken = await new SignJWT({ ...claims, accountId, sessionId: newId() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME)
      .sign(Buffer.from(key, 'base64url'));
    return { sessionToken };
  };
  addEndpoints(app, services, sessionTokenContract, {
    createSessionToken: async ({ body }) => {
      const { personaConfig, sessionOptions, clientLabel } = body;
      const { brainType, ...config } = personaConfig;
      const { personaId } = config;
      checkModel(config, ['personaConfig']);
      if (personaId !== undefined) {
        const path = ['personaConfig', 'personaId'];
        await findOrFail('a persona', personaId, store.personas.find, path);
      }
      return sign({
        type: personaId === undefined ? 'ephemeral' : 'stateful',
        clientLabel,
        // Whoever has the token can read its claims.
        personaConfig: redactSecrets(
          brainType === undefined ? config : { ...config, llmId: brainType },
        ),
        sessionOptions: redactSecrets(sessionOptions),
      });
    },

    createLegacySessionToken: () => sign({ type: 'legacy' }),
  });
};
