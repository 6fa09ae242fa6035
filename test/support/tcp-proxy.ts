import { connect, createServer, type Socket } from 'node:net';
import { listenForTest } from './listen.ts';

/** What a proxy does with bytes: hands them on, keeps them for good, or ends every connection. */
type Conduct = 'forward' | 'hang' | 'cut';

/** Stands before a port of loopback, and misbehaves when it is told to. */
export interface TcpProxy {
  readonly port: number;
  /** All that clients sent, one character a byte. */
  received(): string;
  /** Behaves otherwise from now on; connections that were kept hanging end when it forwards again. */
  turn(conduct: Conduct): void;
}

/** Starts one before `target` for the running test. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let conduct: Conduct = 'forward';
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
    if (conduct === 'cut') {
      client.destroy();
      return;
    }
    const forwarded = connect(target, '127.0.0.1');
    trackSocket(forwarded);
    client.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (conduct === 'forward') forwarded.write(bytes);
    });
    forwarded.on('data', (bytes) => {
      if (conduct === 'forward') client.write(bytes);
    });
    client.on('close', () => forwarded.destroy());
    forwarded.on('close', () => client.destroy());
  });
  const port = await listenForTest(server, endAll);
  return {
    port,
    received: () => received,
    turn: (next) => {
      if (next === 'cut' || conduct === 'hang') endAll();
      conduct = next;
    },
  };
}
