import { request as httpRequest, type RequestListener } from 'node:http';
import { startAvatarService } from './avatar-service.ts';
import { type Facade, startFacade } from './facade.ts';
import { startUpstream, type Upstream } from './upstream.ts';

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
    request.pipe(onward);
  };

/** The API before the real, seeded avatar service, with every REST call between them counted. */
export interface Product extends Facade {
  readonly upstream: Upstream;
  readonly keys: { readonly pro: string; readonly free: string };
}

/** Starts both for the running test; callers who bring no key of their own have the pro plan's. */
export async function startProduct(): Promise<Product> {
  const service = await startAvatarService({ seeded: true });
  const upstream = await startUpstream(forwardTo(service.url));
  const facade = await startFacade({ url: upstream.url, key: service.keys.pro });
  return { ...facade, upstream, keys: service.keys };
}
