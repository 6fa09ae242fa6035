import { z } from 'zod';
import { redactSecrets } from '../contract/redact.ts';
import { sessionTokenContract } from '../contract/session-token.ts';
import { checkModel } from './avatar.ts';
import { addEndpoints, type RequestContext, type ServiceRoutes } from './endpoints.ts';
import { Unauthorized } from './errors.ts';
import type { Services } from './handler-services.ts';
import { findOrFail } from './record-handlers.ts';
import { createSigner } from './signed-tokens.ts';

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

/** Returns the claims of a session token. @throws Unauthorized if it is not valid, or cannot start a session. */
export async function verifySessionToken(
  token: string,
  services: Pick<Services, 'store' | 'now'>,
): Promise<SessionClaims> {
  const claims = await createSigner(services, 'signing-key').verify(
    token,
    (isExpired) =>
      new Unauthorized(
        isExpired
          ? 'The session token has expired. Create a new one.'
          : 'This service did not sign the session token.',
      ),
  );
  if (claims.type === 'legacy')
    throw new Unauthorized('A legacy session token cannot start a session.');
  const { data } = Claims.safeParse(claims);
  if (!data) throw new Unauthorized('The session token cannot start a session.');
  return data;
}

/** The routes of session tokens. Specification, "POST" and "GET /v1/auth/session-token". */
export const sessionTokens: ServiceRoutes = (scopes, services) => {
  const { newId } = services;
  const signer = createSigner(services, 'signing-key');
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
