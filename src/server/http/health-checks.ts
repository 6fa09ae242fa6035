import type { ServerPlugin } from '../request-context.ts';
import { createErrorResponse } from './error-response.ts';

/** Options of the health checks. */
export interface HealthCheckOptions {
  /** Whether the server accepts new requests. Default: always. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /** Returns the names of optional dependencies that are unavailable. Default: /ready has no body. */
  readonly lacks?: () => readonly string[];
}

const READ_METHODS = ['GET', 'HEAD'];

/** Adds /health, the liveness probe, and /ready, the readiness probe. */
export function useHealthChecks({ isReady = () => true, lacks }: HealthCheckOptions): ServerPlugin {
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
      return Promise.resolve(isReady()).then((ready) => {
        const body = lacks ? JSON.stringify({ ready, lacks: lacks() }) : null;
        const headers = { ...(body && { 'content-type': 'application/json' }) };
        endResponse(new fetchAPI.Response(body, { status: ready ? 200 : 503, headers }));
      });
    },
  };
}
