import { createServer, type ServerResponse } from 'node:http';
import { avatar, personaPage, sessionToken, tool } from './records.ts';

// The upstream of the bench: a process of its own that answers from memory, each answer written once.
// LATENCY is milliseconds before an answer. GET /calls says how many calls came since it was last asked.

const latency = Number(process.env.LATENCY ?? 0);
const bodies = new Map<string, Buffer>();
let calls = 0;

function answerTo(url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  const [, , resource, id = ''] = pathname.split('/');
  if (resource === 'personas') {
    return personaPage(
      Number(searchParams.get('page') ?? 1),
      Number(searchParams.get('perPage') ?? 10),
    );
  }
  if (resource === 'avatars') return avatar(Number(id.slice(-12)));
  return resource === 'tools' ? tool(id) : sessionToken;
}

function bodyOf(url: string): Buffer {
  const known = bodies.get(url);
  if (known) return known;
  const body = Buffer.from(JSON.stringify(answerTo(url)));
  if (bodies.size < 1_000) bodies.set(url, body);
  return body;
}

function send(response: ServerResponse, body: Buffer) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
  });
  response.end(body);
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const url = request.url ?? '/';
  if (url === '/calls') {
    send(response, Buffer.from(String(calls)));
    calls = 0;
    return;
  }
  calls += 1;
  const body = bodyOf(url);
  request.resume();
  if (latency > 0) setTimeout(send, latency, response, body);
  else send(response, body);
});

server.listen(Number(process.env.PORT), '127.0.0.1');
