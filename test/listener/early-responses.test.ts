import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { AUTH } from '../support/issuer.ts';
import { openSocket } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

const PART = Buffer.alloc(100_000, 'x');

const service = await startAvatarService();
const api = await start({ settings: AUTH });

test.each([
  ['the API', `${api.url}/graphql`],
  ['the avatar service', `${service.url}/v1/avatars`],
])(
  '%s receives the rest of an upload that it has rejected, before it closes the connection as its client asked',
  async (_, url) => {
    const socket = await openSocket(url, { allowHalfOpen: true });
    const head = {
      host: '127.0.0.1',
      authorization: 'Bearer none',
      connection: 'close',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 2 * PART.length,
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${new URL(url).pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 401 /);
    await once(socket, 'end');
    socket.write(PART);
    socket.end(PART);
    // Rejects if the connection was reset.
    await finished(socket);
  },
);
