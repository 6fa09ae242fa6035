import { EXTENSIONS } from '../../src/contract/api.ts';
import type { RestOptions } from '../../src/upstream/client.ts';
import { type Api, startApi } from './api.ts';
import { startAvatarService } from './avatar-service.ts';
import { forwardTo, startUpstream, type Upstream } from './upstream.ts';

/** The API with the seeded avatar service as upstream, whose calls are recorded. */
export interface Product extends Api {
  readonly upstream: Upstream;
  readonly keys: { readonly pro: string; readonly free: string };
}

/**
 * Starts both for the running test. Callers without a key use the pro plan's. By default, all extensions of the service
 * are enabled.
 */
export async function startProduct(
  client: Partial<RestOptions> = { extensions: EXTENSIONS },
): Promise<Product> {
  const service = await startAvatarService({ seeded: true });
  const upstream = await startUpstream(forwardTo(service.url));
  const facade = await startApi({ url: upstream.url, key: service.keys.pro }, { client });
  return { ...facade, upstream, keys: service.keys };
}
