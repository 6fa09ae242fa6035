import { redactSecrets } from '../contract/redact.ts';
import { sessionTokenContract } from '../contract/session-token.ts';
import { checkModel } from './avatar.ts';
import { addEndpoints } from './endpoints.ts';
import { findOrFail } from './ids.ts';
import type { RequestContext, ServiceRoutes } from './service-routes.ts';
import { createSessionTokenSigner } from './session-token-signer.ts';

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
