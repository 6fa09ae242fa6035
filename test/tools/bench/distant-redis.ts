import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { findRedis } from '../../support/find-program.ts';

// A Redis server that is DELAY milliseconds away in each direction, on PORT. The next port responds once it can be reached,
// and Redis itself listens on the one after.

const port = Number(process.env.PORT);
const milliseconds = Number(process.env.DELAY);

/** Passes bytes on later, in their order. */
function forward(from: Socket, to: Socket) {
  from.on('data', (bytes) => {
    setTimeout(() => to.write(bytes), milliseconds);
  });
  from.on('error', () => to.destroy()).on('close', () => to.destroy());
}

const program = findRedis();
if (!program) throw new Error('Redis or Valkey is not installed.');

const settings = { port: String(port + 2), bind: '127.0.0.1', save: '', appendonly: 'no' };
const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
const redis = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
redis.once('exit', () => process.exit());
process.once('SIGTERM', () => redis.kill());
for await (const bytes of redis.stdout) {
  if (/ready to accept connections/i.test(String(bytes))) break;
}

createServer({ noDelay: true }, (client) => {
  const server = connect({ port: port + 2, host: '127.0.0.1', noDelay: true });
  forward(client, server);
  forward(server, client);
}).listen(port, '127.0.0.1');
createHttpServer((_, response) => response.end()).listen(port + 1, '127.0.0.1');
