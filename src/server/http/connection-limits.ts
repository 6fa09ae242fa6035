import type { Server } from 'node:http';

/** How many connections a server holds. */
export interface ConnectionLimits {
  /** All together; further ones are closed at once. Default: as many as the system gives. */
  readonly total?: number | undefined;
  /** Those of one party; further ones are closed at once. 0, the default, sets no limit. */
  readonly perAddress?: number | undefined;
  /** Whom an address stands for; undefined for those who are not counted. */
  readonly partyOf?: (address: string) => string | undefined;
}

/** Holds a server to a number of connections, in all and for each address. */
export function limitConnections(
  server: Server,
  { total, perAddress = 0, partyOf = (address) => address }: ConnectionLimits,
): void {
  if (total !== undefined) server.maxConnections = total;
  if (perAddress === 0) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const party = partyOf(socket.remoteAddress ?? '');
    if (party === undefined) return;
    const count = (counts.get(party) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    counts.set(party, count);
    socket.once('close', () => {
      const left = (counts.get(party) ?? 1) - 1;
      if (left > 0) counts.set(party, left);
      else counts.delete(party);
    });
  });
}
