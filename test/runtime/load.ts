import { setTimeout } from 'node:timers/promises';
import { Agent } from 'undici';

/** Clients that keep sending requests. */
export interface Load {
  /** Resolves after `count` more correct responses. */
  more(count: number): Promise<void>;
  /** Resolves with descriptions of failed requests. */
  stop(): Promise<readonly string[]>;
}

/** A page of two personas with their avatars. */
const QUERY = '{ personas(first: 2) { totalCount nodes { name avatar { displayName } } } }';

const CLIENTS = 4;

/** A client's pause after a response in milliseconds, so that other processes can start meanwhile. */
const PAUSE = 20;

/** Timeout of a request in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Starts to send a query over persistent connections, each soon after the previous response. Proxies may retry GET; most
 * clients use POST.
 */
export function startLoad(url: string, method: 'GET' | 'POST' = 'GET'): Load {
  const agent = new Agent({ connections: CLIENTS, pipelining: 1 });
  const failures: string[] = [];
  const waiting = new Set<{ at: number; resolve: () => void }>();
  let answered = 0;
  let isRunning = true;
  const { origin } = new URL(url);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const ask = async () => {
    const { statusCode, body } = await agent.request({
      origin,
      method,
      path: method === 'GET' ? `/graphql?query=${encodeURIComponent(QUERY)}` : '/graphql',
      headers,
      body: method === 'GET' ? null : JSON.stringify({ query: QUERY }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await body.text();
    if (statusCode === 200 && JSON.parse(text).data?.personas?.nodes?.length === 2) answered += 1;
    else failures.push(`${statusCode} ${text.slice(0, 200)}`);
  };
  const client = async () => {
    while (isRunning) {
      await ask().catch((error) => failures.push(String(error)));
      for (const waiter of waiting) if (answered >= waiter.at) waiter.resolve();
      await setTimeout(PAUSE);
    }
  };
  const running = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    more: (count) =>
      new Promise((resolve) => {
        waiting.add({ at: answered + count, resolve });
      }),
    stop: async () => {
      isRunning = false;
      await running;
      await agent.close();
      return failures;
    },
  };
}
