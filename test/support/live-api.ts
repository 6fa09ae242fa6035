import { EXTENSIONS } from '../../src/contract/api.ts';
import type { RestOptions } from '../../src/upstream/client.ts';
import { type Api, startApi } from './api.ts';
import { LIVE_KEY, type Paging, startLiveUpstream } from './live-upstream.ts';
import type { Upstream } from './upstream.ts';

/** The API with a service that answers as live ones do, whose calls are recorded. */
export interface LiveApi extends Api {
  readonly upstream: Upstream;
}

/** Starts both for the running test. By default, all extensions of the service are enabled. */
export async function startLiveApi(
  client: Partial<RestOptions> = { extensions: EXTENSIONS },
  paging?: Paging,
): Promise<LiveApi> {
  const upstream = await startLiveUpstream(paging);
  const api = await startApi({ url: upstream.url, key: LIVE_KEY }, { client });
  return { ...api, upstream };
}
