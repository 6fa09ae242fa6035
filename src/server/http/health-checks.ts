import type { Plugin } from 'graphql-yoga';
import { readPath } from '../pages/path.ts';

/** What probes of an orchestrator are answered by. */
export interface HealthCheckOptions {
  /** Whether new requests are welcome: the answer of /ready. Default: always. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /** What the server does without for now, in a word each: /ready then tells of it. Default: it has all it knows of. */
  readonly lacks?: () => readonly string[];
}

const READS = ['GET', 'HEAD'];

/** /health: the process lives. /ready: whether new requests are welcome, and what they are served without. */
export function useHealthChecks({ isReady = () => true, lacks }: HealthCheckOptions): Plugin {
  return {
    onRequest({ request, endResponse, fetchAPI }) {
      const path = readPath(request);
      if (path !== '/health' && path !== '/ready') return undefined;
      if (!READS.includes(request.method)) {
        const errors = [
          { message: 'This path supports only GET and HEAD.', extensions: { code: 'BAD_REQUEST' } },
        ];
        const headers = { allow: READS.join(', ') };
        endResponse(fetchAPI.Response.json({ errors }, { status: 405, headers }));
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
