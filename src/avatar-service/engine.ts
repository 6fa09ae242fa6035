import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { readBearer } from './authentication.ts';
import { BadRequest, Unauthorized } from './errors.ts';
import type { ServiceRoutes } from './service-routes.ts';
import { startSession } from './session-start.ts';
import { createSessionTokenSigner } from './session-token-signer.ts';

/** Maximum length of the metadata of a client, as JSON. Lists of sessions contain it. */
const MAX_METADATA = 4_096;

/** Seconds between the heartbeats of a client, and how often it connects again. */
const HEARTBEAT_SECONDS = 5;
const RECONNECTIONS = 5;

/** The body that clients of live services send. Other keys are ignored, because the token has the configuration. */
const StartSession = z.looseObject({
  clientMetadata: z
    .record(z.string(), z.unknown())
    .refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA, {
      error: `must have at most ${MAX_METADATA} characters as JSON`,
    })
    .optional(),
});

/**
 * The endpoint where clients of live services start the session of a token. It is not part of the specification. The
 * session is a record: there is no media engine at the host that the response names. No API key and no cookie starts a
 * session, so a page that reaches this endpoint by DNS rebinding starts none either; without CORS headers, no other
 * page reads it.
 */
export const engine: ServiceRoutes = (scopes, services) => {
  const signer = createSessionTokenSigner(services);
  const verify = (header: string | undefined) => {
    const token = readBearer(header);
    if (token !== undefined) return signer.verify(token);
    throw new Unauthorized('An Authorization header with a bearer session token is required.');
  };
  scopes.app.post('/v1/engine/session', {
    // Before the body is read.
    onRequest: async ({ headers }) => void (await verify(headers.authorization)),
    handler: async (request) => {
      const body = StartSession.safeParse(request.body ?? {}, { error: describeIssue });
      if (!body.success) throw BadRequest.fromZodError(body.error);
      const { clientMetadata = {} } = body.data;
      const claims = await verify(request.headers.authorization);
      const { session } = await startSession(services, claims, clientMetadata);
      const { host, protocol } = new URL(services.getBaseUrl(request));
      return {
        sessionId: session.id,
        engineHost: host,
        engineProtocol: protocol.replace(':', ''),
        signallingEndpoint: '/ws',
        clientConfig: {
          heartbeatIntervalSeconds: HEARTBEAT_SECONDS,
          maxWsReconnectionAttempts: RECONNECTIONS,
          iceServers: [],
        },
      };
    },
  });
};
