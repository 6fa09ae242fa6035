import type { ServerPlugin } from '../request-context.ts';
import { createErrorResponse } from './error-response.ts';

/** Whether a server accepts new requests, and the names of the dependencies that are unavailable. */
export interface Readiness {
  readonly ready: boolean;
  /** If the server is not ready, a required one is the first. */
  readonly lacks: readonly string[];
}

/** Options of the health checks. */
export interface HealthCheckOptions {
  /** Default: always ready. */
  readonly getReadiness?: () => Readiness | Promise<Readiness>;
}

const READY: Readiness = { ready: true, lacks: [] };

const READ_METHODS = ['GET', 'HEAD'];

/** Adds /health, the liveness probe, and /ready, the readiness probe. */
export function useHealthChecks({ getReadiness = () => READY }: HealthCheckOptions): ServerPlugin {
  return {
    onRequest({ request, url, serverContext, endResponse, fetchAPI }) {
      const path = url.pathname;
      if (path !== '/health' && path !== '/ready') return undefined;
      if (!READ_METHODS.includes(request.method)) {
        const message = 'This path supports only GET and HEAD.';
        const headers = { allow: READ_METHODS.join(', ') };
        endResponse(createErrorResponse(serverContext.requestId, 405, message, headers));
        return undefined;
      }
      if (path === '/health') {
        endResponse(new fetchAPI.Response(null, { status: 200 }));
        return undefined;
      }
      return Promise.resolve(getReadiness()).then((readiness) => {
        const headers = { 'content-type': 'application/json' };
        const status = readiness.ready ? 200 : 503;
        endResponse(new fetchAPI.Response(JSON.stringify(readiness), { status, headers }));
      });
    },
  };
}
