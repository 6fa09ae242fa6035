import { setTimeout } from 'node:timers/promises';
import { Agent } from 'undici';

/** The result of a load. */
interface Outcome {
  readonly answered: number;
  /** Descriptions of failed requests. */
  readonly failures: readonly string[];
}

/** Clients that keep sending requests. */
export interface Load {
  /** Returns the number of correct responses. */
  answered(): number;
  /** Resolves after `count` more correct responses. */
  more(count: number): Promise<void>;
  stop(): Promise<Outcome>;
}

/** A query, and a check of its data. */
export interface Question {
  readonly query: string;
  // biome-ignore lint/suspicious/noExplicitAny: data of any document.
  isRight(data: any): boolean;
}

const PAGE: Question = {
  query: '{ personas(perPage: 2) { total items { name avatar { displayName } } } }',
  isRight: (data) => data?.personas?.items?.length === 2,
};

interface LoadOptions {
  readonly clients?: number;
  readonly method?: 'GET' | 'POST';
  /** Default: a page of two personas with their avatars. */
  readonly question?: Question;
  /** A client's pause after a response in milliseconds. Default: 5, so that other processes can start meanwhile. */
  readonly pause?: number;
}

/** Timeout of a request in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Starts to send a query over `clients` persistent connections, each soon after the previous response. Proxies may retry GET;
 * most clients use POST.
 */
export function startLoad(
  url: string,
  { clients = 8, method = 'GET', question: { query, isRight } = PAGE, pause = 5 }: LoadOptions = {},
): Load {
  const agent = new Agent({ connections: clients, pipelining: 1 });
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
      path: method === 'GET' ? `/graphql?query=${encodeURIComponent(query)}` : '/graphql',
      headers,
      body: method === 'GET' ? null : JSON.stringify({ query }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await body.text();
    if (statusCode === 200 && isRight(JSON.parse(text).data)) answered += 1;
    else failures.push(`${statusCode} ${text.slice(0, 200)}`);
  };
  const client = async () => {
    while (isRunning) {
      await ask().catch((error) => failures.push(String(error)));
      for (const waiter of waiting) if (answered >= waiter.at) waiter.resolve();
      if (pause > 0) await setTimeout(pause);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    answered: () => answered,
    more: (count) =>
      new Promise((resolve) => {
        waiting.add({ at: answered + count, resolve });
      }),
    stop: async () => {
      isRunning = false;
      await running;
      await agent.close();
      return { answered, failures };
    },
  };
}
