import type { FastifyInstance } from 'fastify';
import { NotImplemented } from './errors.ts';
import { rejectOtherMethods } from './router.ts';

/**
 * Answers clients that try to start a session: the specification ends with the token, and no media engine runs here.
 * Clients of live services ask at this path.
 */
export function rejectSessions(app: FastifyInstance): void {
  const url = '/v1/engine/session';
  app.post(url, () => {
    throw new NotImplemented(
      'This service has no media engine. It stores records and creates session tokens, but does not start sessions.',
    );
  });
  rejectOtherMethods(app, url, ['POST']);
}
