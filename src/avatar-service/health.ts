import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from './known-paths.ts';

/**
 * Adds the probes. `/health` is the liveness probe. `/ready` is the readiness probe and returns 200 or 503. Both require
 * no API key and are not part of the specification, whose paths begin with `/v1`.
 */
export function addHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health', (_request, reply) => reply.status(200).send());
  app.get('/ready', async (_request, reply) => reply.status((await isReady()) ? 200 : 503).send());
  for (const path of ['/health', '/ready']) rejectOtherMethods(app, path, ['GET']);
}
