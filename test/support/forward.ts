import { request as httpRequest, type RequestListener } from 'node:http';

/** Forwards every request to the server at `url`, unchanged. */
export const forwardTo =
  (url: string): RequestListener =>
  (request, response) => {
    const { method, headers } = request;
    const target = new URL(request.url ?? '/', url);
    const forwarded = httpRequest(target, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  };
