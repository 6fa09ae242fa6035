import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** One call and its answer, as they passed by. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The JSON that was sent; undefined for any other body, and for none. */
  readonly sent: unknown;
  readonly status: number;
  /** The JSON that was answered; undefined for none. */
  readonly answered: unknown;
}

/** Stands between a client and the server at `url` for the running test, and remembers what passes. */
export async function startWitness(url: string): Promise<{ url: string; seen: Exchange[] }> {
  const seen: Exchange[] = [];
  const pass: RequestListener = async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const bytes = await buffer(request);
    const type = headers['content-type'];
    const answer = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(type && { 'content-type': type }),
      },
      ...(bytes.length > 0 && { body: bytes }),
    });
    const text = await answer.text();
    seen.push({
      method,
      path: new URL(path, url).pathname,
      sent: type === 'application/json' ? JSON.parse(bytes.toString()) : undefined,
      status: answer.status,
      answered: text === '' ? undefined : JSON.parse(text),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  };
  return { url: await listen(pass), seen };
}
