import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long idle connections stay open after the server stops listening, in milliseconds: a request may be in transit. */
const IDLE_GRACE = 1_000;

/** Milliseconds that active requests have to finish. */
export const GRACE_PERIOD = 10_000;

export interface Drain {
  listActive(): readonly ServerResponse[];
  isDraining(): boolean;
  /**
   * Shuts down without losing a request. For `notice` milliseconds, the server still accepts connections while /ready
   * reports 503, so that load balancers can react. Then it stops listening, and active requests have `grace` milliseconds.
   */
  drain(grace: number, notice?: number): Promise<void>;
}

/** Prepares the graceful shutdown of a server. Call it before the server listens. */
export function createDrain(server: Server): Drain {
  // Not a Set: to grow or shrink, V8 moves its entries to a new table and links the old one to it. Once one of these is in
  // the old generation, all later ones live until the next major collection, with most responses.
  const slots: (ServerResponse | undefined)[] = [];
  const freeSlots: number[] = [];
  let isDraining = false;
  server.prependListener('request', (_request, response) => {
    const slot = freeSlots.pop() ?? slots.length;
    slots[slot] = response;
    // The event occurs only once, so `once` and its wrapper for each response are not needed.
    response.on('close', () => {
      slots[slot] = undefined;
      freeSlots.push(slot);
    });
    if (isDraining) response.shouldKeepAlive = false;
  });
  const listActive = () => slots.filter((response) => response !== undefined);
  return {
    listActive,
    isDraining: () => isDraining,
    drain: async (grace, notice = 0) => {
      isDraining = true;
      // Active responses say `Connection: close`.
      for (const response of listActive()) {
        if (!response.headersSent) response.shouldKeepAlive = false;
      }
      if (notice > 0) await wait(notice);
      const closed = once(server, 'close');
      // Unlike close() of node:http, that of node:net keeps idle connections open.
      NetServer.prototype.close.call(server);
      const idleTimer = setTimeout(
        () => server.closeIdleConnections(),
        Math.min(IDLE_GRACE, grace),
      );
      const graceTimer = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(idleTimer);
      clearTimeout(graceTimer);
      // Clears a timer of node:http, which would keep the server in memory.
      server.close();
    },
  };
}
