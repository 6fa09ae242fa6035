import { request as httpRequest, type RequestListener } from 'node:http';

/** Hands every request on to the server at `url`, untouched. */
export const forwardTo =
  (url: string): RequestListener =>
  (request, response) => {
    const { method, headers } = request;
    const target = new URL(request.url ?? '/', url);
    const onward = httpRequest(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
