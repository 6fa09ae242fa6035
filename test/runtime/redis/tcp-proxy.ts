import { connect, createServer, type Socket } from 'node:net';
import { listenForTest } from '../../support/resources.ts';

/** How a proxy handles bytes: forwards them, holds them forever, or closes every connection. */
type Mode = 'forward' | 'hang' | 'cut';

/** A TCP proxy of a loopback port, which can be made to fail. */
export interface TcpProxy {
  readonly port: number;
  /** Returns all bytes that clients sent, one character per byte. */
  received(): string;
  /** Sets the mode. Connections that hang are closed when the proxy forwards again. */
  setMode(mode: Mode): void;
}

/** Starts a proxy of the port `target` for the running test. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let mode: Mode = 'forward';
  let received = '';
  const sockets = new Set<Socket>();
  const trackSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    trackSocket(client);
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const forwarded = connect(target, '127.0.0.1');
    trackSocket(forwarded);
    client.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (mode === 'forward') forwarded.write(bytes);
    });
    forwarded.on('data', (bytes) => {
      if (mode === 'forward') client.write(bytes);
    });
    client.on('close', () => forwarded.destroy());
    forwarded.on('close', () => client.destroy());
  });
  const port = await listenForTest(server, endAll);
  return {
    port,
    received: () => received,
    setMode: (next) => {
      if (next === 'cut' || mode === 'hang') endAll();
      mode = next;
    },
  };
}
