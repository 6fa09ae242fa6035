import type { FastifyInstance } from 'fastify';
import { rejectOtherMethods } from './router.ts';

/**
 * /health answers while the process lives, /ready with 200 while it is of use to send it requests and with 503 while
 * it is not. Neither asks for a key, and neither is of the specification, whose paths begin with /v1.
 */
export function addHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health', (_request, reply) => reply.status(200).send());
  app.get('/ready', async (_request, reply) => reply.status((await isReady()) ? 200 : 503).send());
  for (const path of ['/health', '/ready']) rejectOtherMethods(app, path, ['GET']);
}
