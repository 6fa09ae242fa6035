import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** A forwarded request and its response. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The JSON of the request; undefined for other bodies. */
  readonly sent: unknown;
  readonly status: number;
  /** The JSON of the response; undefined if it is empty. */
  readonly answered: unknown;
}

/** Starts a proxy of the server at `url` for the running test, which records all exchanges. */
export async function startRecordingProxy(url: string): Promise<{ url: string; seen: Exchange[] }> {
  const seen: Exchange[] = [];
  const forward: RequestListener = async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const bytes = await buffer(request);
    const type = headers['content-type'];
    const forwarded = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(type && { 'content-type': type }),
      },
      ...(bytes.length > 0 && { body: bytes }),
    });
    const text = await forwarded.text();
    seen.push({
      method,
      path: new URL(path, url).pathname,
      sent: type === 'application/json' ? JSON.parse(bytes.toString()) : undefined,
      status: forwarded.status,
      answered: text === '' ? undefined : JSON.parse(text),
    });
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(text);
  };
  return { url: await listen(forward), seen };
}
