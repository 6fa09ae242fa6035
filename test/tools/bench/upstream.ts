import { createServer, type ServerResponse } from 'node:http';
import { answerTo } from './records.ts';

// The upstream of the bench: a process of its own that answers from memory, each answer written once.
// LATENCY is milliseconds before an answer. KEY_SET is the answer of /keys. GET /calls says, on the next port, how many calls
// came since it was last asked.

const { PORT, LATENCY = '0', KEY_SET: keySet } = process.env;
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

const service = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  calls += 1;
  const body = bodyOf(request.url ?? '/');
  request.resume();
  if (latency > 0) setTimeout(send, latency, response, body);
  else send(response, body);
});
// Thousands of connections come at once where a load begins: what Node lets wait for accept() by default, 511, would lose
// most of them, and the system tries again after a second, and after two more.
service.listen({ port: Number(PORT), host: '127.0.0.1', backlog: 4_096 });

createServer((request, response) => {
  if (request.url === '/keys') return send(response, Buffer.from(keySet ?? '{"keys":[]}'));
  send(response, Buffer.from(String(calls)));
  calls = 0;
}).listen(Number(PORT) + 1, '127.0.0.1');
