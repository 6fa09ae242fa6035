import { Response } from '@whatwg-node/fetch';
import { createClientError } from '../client-errors.ts';

/** Whether a server accepts new requests, and the names of the dependencies that are unavailable. */
interface Readiness {
  readonly ready: boolean;
  /** If the server is not ready, a required one is the first. */
  readonly unavailable: readonly string[];
}

export interface HealthCheckOptions {
  /** Default: always ready. */
  readonly getReadiness?: () => Readiness | Promise<Readiness>;
}

const READY: Readiness = { ready: true, unavailable: [] };

const READ_METHODS = ['GET', 'HEAD'];

/** Serves /health, the liveness probe, and /ready, the readiness probe. Returns undefined for other paths. */
export const serveHealth =
  ({ getReadiness = () => READY }: HealthCheckOptions) =>
  ({ method }: Request, _: unknown, path: string): Promise<Response> | Response | undefined => {
    if (path !== '/health' && path !== '/ready') return undefined;
    if (!READ_METHODS.includes(method)) {
      const headers = { allow: READ_METHODS.join(', ') };
      const message = 'This path supports only GET and HEAD.';
      throw createClientError('BAD_REQUEST', message, { status: 405, headers });
    }
    if (path === '/health') return new Response(null);
    return Promise.resolve(getReadiness()).then((readiness) =>
      Response.json(readiness, { status: readiness.ready ? 200 : 503 }),
    );
  };
