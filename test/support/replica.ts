import { type Sample, scrape } from './exposition.ts';
import { type ApiResponse, start } from './start.ts';

/** One of several instances of the API, called over HTTP. */
export interface Replica {
  readonly url: string;
  run(query: string, key?: string, variables?: object): Promise<ApiResponse>;
  /** Runs a document and returns the code of its first error; undefined if there is none. */
  getErrorCode(query: string, key?: string): Promise<string | undefined>;
  /** Returns the status and the body of /ready. */
  ready(): Promise<[number, unknown]>;
  metrics(): Promise<Sample[]>;
}

/** Starts the API with these settings and forwarded keys. */
export async function startReplica(
  settings: Record<string, string>,
  redisTimeout?: number,
): Promise<Replica> {
  const { url, run: send } = await start({
    redisTimeout,
    settings: {
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://api.example',
      METRICS_TOKEN: 'm',
      ...settings,
    },
  });
  const run: Replica['run'] = (query, key = 'one', variables = {}) =>
    send(query, variables, { authorization: `Bearer ${key}` });
  return {
    url,
    run,
    getErrorCode: async (query, key) => (await run(query, key)).errors?.[0]?.extensions.code,
    ready: async () => {
      const response = await fetch(`${url}/ready`);
      return [response.status, await response.json()];
    },
    metrics: () => scrape(url, { authorization: 'Bearer m' }),
  };
}
