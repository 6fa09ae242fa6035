import { type Sample, scrape } from './exposition.ts';
import { startRunning } from './running.ts';

/** Milliseconds that a command has in tests which are about what is shared, on a machine that may be busy. */
export const PATIENT = { REDIS_TIMEOUT: '5000' };

/** One of several processes of the API, asked over real HTTP. */
export interface Replica {
  readonly url: string;
  /** Runs a document and answers the whole result. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any document.
  run(query: string, key?: string, variables?: object): Promise<any>;
  /** The code of the first error; undefined where there is none. */
  codeOf(query: string, key?: string): Promise<string | undefined>;
  /** The status and the body of /ready. */
  ready(): Promise<[number, unknown]>;
  metrics(): Promise<Sample[]>;
}

/** Starts the API with these settings, for callers who bring keys of their own. */
export async function startReplica(settings: Record<string, string>): Promise<Replica> {
  const { url } = await startRunning({
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://api.example',
    METRICS_TOKEN: 'm',
    ...settings,
  });
  const run = async (query: string, key = 'one', variables = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query, variables }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    return response.json();
  };
  return {
    url,
    run,
    codeOf: async (query, key) => (await run(query, key)).errors?.[0]?.extensions.code,
    ready: async () => {
      const response = await fetch(`${url}/ready`);
      return [response.status, await response.json()];
    },
    metrics: () => scrape(url, { authorization: 'Bearer m' }),
  };
}
