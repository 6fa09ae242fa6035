import { EXTENSIONS } from '../../src/contract/endpoint.ts';
import type { RestOptions } from '../../src/upstream/client.ts';
import { type Api, startApi } from './api.ts';
import { startAvatarService } from './avatar-service.ts';
import { forwardTo } from './forward.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** The API before the real, seeded avatar service, with every REST call between them counted. */
export interface Product extends Api {
  readonly upstream: Upstream;
  readonly keys: { readonly pro: string; readonly free: string };
}

/**
 * Starts both for the running test; callers who bring no key of their own have the pro plan's. By default every
 * extension of the service is known.
 */
export async function startProduct(
  client: Partial<RestOptions> = { extensions: EXTENSIONS },
): Promise<Product> {
  const service = await startAvatarService({ seeded: true });
  const upstream = await startUpstream(forwardTo(service.url));
  const facade = await startApi({ url: upstream.url, key: service.keys.pro }, { client });
  return { ...facade, upstream, keys: service.keys };
}
