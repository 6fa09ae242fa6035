import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { answerTo, rename } from './records.ts';

// The upstream of the bench: a process of its own that answers from memory, each answer written once.
// LATENCY is milliseconds before an answer; KEY and CERTIFICATE make it speak TLS. KEY_SET is the answer of /keys. GET /calls
// says, in the clear on the next port, how many calls came since it was last asked.

const { PORT, LATENCY = '0', KEY_SET: keySet, KEY: key, CERTIFICATE: cert } = process.env;
const latency = Number(LATENCY);
const bodies = new Map<string, Buffer>();
let calls = 0;

function bodyOf(url: string): Buffer {
  const known = bodies.get(url);
  if (known) return known;
  const body = Buffer.from(JSON.stringify(answerTo(url)));
  if (bodies.size < 4_000) bodies.set(url, body);
  return body;
}

function send(response: ServerResponse, body: Buffer) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

async function change({ url = '/' }: IncomingMessage, chunks: Promise<Buffer[]>) {
  rename(url, JSON.parse(Buffer.concat(await chunks).toString()));
  bodies.clear();
}

async function serve(request: IncomingMessage, response: ServerResponse) {
  calls += 1;
  if (request.method === 'PUT') await change(request, request.toArray());
  const body = bodyOf(request.url ?? '/');
  request.resume();
  if (latency > 0) setTimeout(send, latency, response, body);
  else send(response, body);
}

const options = { keepAliveTimeout: 60_000 };
const service = cert
  ? createTlsServer({ ...options, key, cert }, serve)
  : createServer(options, serve);
// Thousands of connections come at once where a load begins: what Node lets wait for accept() by default, 511, would lose
// most of them, and the system tries again after a second, and after two more.
service.listen({ port: Number(PORT), host: '127.0.0.1', backlog: 4_096 });

createServer((request, response) => {
  if (request.url === '/keys') return send(response, Buffer.from(keySet ?? '{"keys":[]}'));
  send(response, Buffer.from(String(calls)));
  calls = 0;
}).listen(Number(PORT) + 1, '127.0.0.1');
