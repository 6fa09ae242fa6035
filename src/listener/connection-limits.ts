import type { Server } from 'node:http';
import { z } from 'zod';
import { setting } from '../shared/settings/setting.ts';
import { integer } from '../shared/settings/setting-types.ts';

/** Maximum number of connections of a server. Further connections are closed immediately. */
export const connectionSettings = z.object({
  total: setting('MAX_CONNECTIONS', integer(1, 1_000_000).default(10_000), {
    description: 'Maximum concurrent connections of one process; other connections are closed.',
  }),
  perAddress: setting('MAX_CONNECTIONS_PER_ADDRESS', integer(0, 1_000_000).default(1000), {
    description:
      'Maximum concurrent connections from one address; an IPv6 /64 network counts as one address. 0 disables the limit. Loopback and `TRUSTED_PROXIES` are exempt.',
  }),
});

/** Limits of connections. Default: none but the limit of the system. */
export interface ConnectionLimits extends Partial<z.output<typeof connectionSettings>> {
  /** Returns the subject of an address; undefined if it has no limit. Default: the address. */
  readonly getSubject?: (address: string) => string | undefined;
}

/** Limits the connections of a server, in total and per subject. */
export function limitConnections(
  server: Server,
  { total, perAddress = 0, getSubject = (address) => address }: ConnectionLimits,
): void {
  if (total !== undefined) server.maxConnections = total;
  if (perAddress === 0) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const subject = getSubject(socket.remoteAddress ?? '');
    if (subject === undefined) return;
    const count = (counts.get(subject) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    counts.set(subject, count);
    socket.once('close', () => {
      const remaining = (counts.get(subject) ?? 1) - 1;
      if (remaining > 0) counts.set(subject, remaining);
      else counts.delete(subject);
    });
  });
}
