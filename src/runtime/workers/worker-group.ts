import { randomBytes } from 'node:crypto';
import { createMemoryLimits } from '../../policy/memory-limits.ts';
import type { RateLimiter } from '../../server/limits/rate-limits.ts';
import type { PrimaryQuestion, WorkerQuestion } from './ipc-messages.ts';
import type { Peer } from './peer.ts';

/** How long a worker may take to note a change, in milliseconds. Shorter than another worker waits for the answer. */
const NOTE_TIMEOUT = 800;

/** Age of a mint, in milliseconds, from which it gets no limits, because its worker is about to refuse it. */
const MAX_MINT_AGE = 4_000;

/** The state that the primary keeps for all workers, and the changes that they report to each other through it. */
export class WorkerGroup {
  readonly #rateLimiter: RateLimiter | undefined;
  readonly #gatherMetrics: () => Promise<string>;
  readonly #limits = createMemoryLimits();
  readonly #fingerprintKey = randomBytes(32).toString('base64url');
  /** Workers that may have cached data. */
  readonly #members = new Set<Peer<WorkerQuestion>>();

  /**
   * @param rateLimiter counts the requests of all workers. Default: each counts its own, or Redis does.
   * @param gatherMetrics returns the metrics of all workers.
   */
  constructor(rateLimiter: RateLimiter | undefined, gatherMetrics: () => Promise<string>) {
    this.#rateLimiter = rateLimiter;
    this.#gatherMetrics = gatherMetrics;
  }

  /** Forgets a worker that has exited. */
  remove(worker: Peer<WorkerQuestion>): void {
    this.#members.delete(worker);
  }

  /** Responds to a request of a worker. @throws Error if there is no response. */
  async answer(worker: Peer<WorkerQuestion>, question: PrimaryQuestion): Promise<unknown> {
    switch (question.ask) {
      case 'join':
        this.#members.add(worker);
        return this.#fingerprintKey;
      case 'count':
        if (!this.#rateLimiter) throw new Error('There are no rate limits here.');
        return this.#rateLimiter.consume(question.subject, question.charges);
      case 'metrics':
        return this.#gatherMetrics();
      case 'take':
        if (Date.now() - question.now > MAX_MINT_AGE) throw new Error('The mint is too old.');
        return this.#limits.take(question.mint, question.now);
      case 'give back':
        return this.#limits.giveBack(question.mint);
      case 'release':
        return this.#limits.release(question.mints);
      case 'read':
        return this.#limits.read(question.counters, question.holder, question.now);
      case 'reset':
        return this.#limits.reset(question.counters, question.holder);
      case 'note change': {
        const others = [...this.#members].filter((member) => member !== worker);
        // A worker that does not respond in time, or exits, is ignored.
        await Promise.allSettled(others.map((other) => other.ask(question, NOTE_TIMEOUT)));
        return undefined;
      }
    }
  }
}
