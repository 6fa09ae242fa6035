import type { Server } from 'node:http';

/** Maximum number of connections of a server, and from one address. Further connections are closed immediately. */
export const CONNECTION_LIMITS = { total: 10_000, perAddress: 1_000 };

/** Limits of connections. Default: none but the limit of the system. */
export interface ConnectionLimits extends Partial<typeof CONNECTION_LIMITS> {
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
