import { createServer } from 'node:http';

/** Serves JSON answers to JSON posts with node:http alone and nothing around it, on PORT. */
export function serveBare(answer: (text: string) => Promise<string | Buffer>): void {
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
}
