import { createServer } from 'node:http';
import { callBare, compile, createContexts } from './bare-graph.ts';

// The ceiling: the compiled graph on node:http, and nothing else.

const createContext = createContexts(callBare);

async function answer(text: string): Promise<string> {
  const { query, variables } = JSON.parse(text);
  return JSON.stringify(await compile(query).query({}, createContext(), variables));
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    answer(text).then(
      (body) => {
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      () => response.writeHead(502).end(),
    );
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
