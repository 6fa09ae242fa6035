import type { FastifyInstance } from 'fastify';
import { NotImplemented } from './errors.ts';
import { rejectOtherMethods } from './known-paths.ts';

/**
 * Returns 501 for the path where clients of live services start a session. Sessions are not part of the specification,
 * and the service has no media engine.
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
