import { Agent } from 'undici';

/** What came of a load. */
export interface Outcome {
  readonly answered: number;
  /** What went wrong, a text each. */
  readonly failures: readonly string[];
}

/** Callers who ask without a pause. */
export interface Load {
  /** Answers so far that were as they should be. */
  answered(): number;
  /** Resolves when `count` more have been answered. */
  more(count: number): Promise<void>;
  stop(): Promise<Outcome>;
}

/** What is sent, and whether an answer to it is right. */
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
}

/** Milliseconds after which an answer that has not come is a failure. */
const TIMEOUT = 15_000;

/**
 * Begins to send a query over `clients` connections that are kept open, each as soon as the last is answered. By GET
 * they may be repeated by whoever stands between; POST is what most clients send.
 */
export function startLoad(
  url: string,
  { clients = 8, method = 'GET', question: { query, isRight } = PAGE }: LoadOptions = {},
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
