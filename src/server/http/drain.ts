import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ActiveSet } from '../../shared/active-set.ts';

/** Milliseconds for which a connection without a request is kept when the server leaves: one may be on its way. */
const LINGER = 1_000;

/** How a server is left. */
export interface Drain {
  /** The answers of requests under way. */
  readonly open: Iterable<ServerResponse>;
  /** Whether it is being left. */
  isDraining(): boolean;
  /**
   * Leaves without losing a request. For `notice` milliseconds everything is still taken, so that whoever asks /ready
   * can turn away; then no new connection is. Requests under way have `grace` milliseconds from there.
   */
  drain(grace: number, notice?: number): Promise<void>;
}

/** Watches a server that does not listen yet. */
export function createDrain(server: Server): Drain {
  const open = new ActiveSet<ServerResponse>();
  let draining = false;
  server.prependListener('request', (_request, response) => {
    const place = open.add(response);
    // Said once in any case: `once` would make a wrapper for each response, and take it off again.
    response.on('close', () => open.delete(place));
    if (draining) response.shouldKeepAlive = false;
  });
  return {
    open,
    isDraining: () => draining,
    drain: async (grace, notice = 0) => {
      draining = true;
      // Tells each caller with its answer that the connection ends with it.
      for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
      if (notice > 0) await wait(notice);
      const closed = once(server, 'close');
      // Unlike that of node:http, the close of node:net leaves idle connections to those who are about to use them.
      NetServer.prototype.close.call(server);
      const hangUp = setTimeout(() => server.closeIdleConnections(), Math.min(LINGER, grace));
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(hangUp);
      clearTimeout(cut);
    },
  };
}
