import { connect, createServer, type Socket } from 'node:net';
import { listenForTest } from './resources.ts';

/** How a proxy handles bytes: forwards them, holds them forever, or closes every connection. */
type Mode = 'forward' | 'hang' | 'cut';

/** A TCP proxy of a loopback port, which can be made to fail. */
export interface TcpProxy {
  readonly port: number;
  /** Returns the number of connections so far. */
  accepted(): number;
  /** Returns all bytes that clients sent, one character per byte. */
  received(): string;
  /** Sets the mode. Connections that hang are closed when the proxy forwards again. */
  setMode(mode: Mode): void;
  /** Sets the port of further connections. */
  setTarget(port: number): void;
}

/** Starts a proxy of the port `target` for the running test. Without one, it accepts connections and sends nothing. */
export async function startTcpProxy(target?: number): Promise<TcpProxy> {
  let port = target;
  let mode: Mode = 'forward';
  let received = '';
  let accepted = 0;
  const sockets = new Set<Socket>();
  const trackSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    accepted += 1;
    trackSocket(client);
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const forwarded = port === undefined ? undefined : connect(port, '127.0.0.1');
    client
      .on('data', (bytes) => {
        received += bytes.toString('latin1');
        if (mode === 'forward') forwarded?.write(bytes);
      })
      .on('close', () => forwarded?.destroy());
    if (!forwarded) return;
    trackSocket(forwarded);
    forwarded
      .on('data', (bytes) => {
        if (mode === 'forward') client.write(bytes);
      })
      .on('close', () => client.destroy());
  });
  const ownPort = await listenForTest(server);
  return {
    port: ownPort,
    accepted: () => accepted,
    received: () => received,
    setMode: (next) => {
      if (next === 'cut' || mode === 'hang') endAll();
      mode = next;
    },
    setTarget: (next) => {
      port = next;
    },
  };
}
