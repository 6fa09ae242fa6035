import type { Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createMemoryLimits } from '../../policy/memory-limits.ts';
import type { RateLimiter } from '../../server/limits/rate-limits.ts';
import { type FromWorker, type Question, sendMessage } from './ipc-messages.ts';

/** How long a worker may take to note a change, in milliseconds: less than another one waits for the answer. */
const NOTE_TIMEOUT = 800;

/** What the primary has for all workers, and the changes that they tell each other through it. */
export class WorkerGroup {
  readonly #rateLimiter: RateLimiter | undefined;
  readonly #limits = createMemoryLimits();
  readonly #fingerprintKey = randomBytes(32).toString('base64url');
  /** Workers that may have cached data. */
  readonly #members = new Set<Worker>();
  /** What each note waits for, by the id of the message. */
  readonly #notes = new Map<number, { readonly worker: Worker; readonly end: () => void }>();
  #lastId = 0;

  readonly #gatherMetrics: () => Promise<string>;

  /**
   * @param rateLimiter counts the requests of all workers. Default: each counts its own, or Redis does.
   * @param gatherMetrics returns the metrics of all workers.
   */
  constructor(rateLimiter: RateLimiter | undefined, gatherMetrics: () => Promise<string>) {
    this.#rateLimiter = rateLimiter;
    this.#gatherMetrics = gatherMetrics;
  }

  /** Handles a message of a worker, if it is for the group. */
  receive(worker: Worker, message: FromWorker): void {
    if (message.type === 'noted') this.#notes.get(message.id)?.end();
    if (message.type !== 'question') return;
    const { id, question } = message;
    this.#answer(worker, question).then(
      (answer) => sendMessage(worker, { type: 'answer', id, isSuccess: true, answer }),
      () => sendMessage(worker, { type: 'answer', id, isSuccess: false }),
    );
  }

  /** Forgets a worker that has exited. */
  remove(worker: Worker): void {
    this.#members.delete(worker);
    for (const note of this.#notes.values()) if (note.worker === worker) note.end();
  }

  async #answer(worker: Worker, question: Question): Promise<unknown> {
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
        await Promise.all(others.map((other) => this.#tell(other, question.credentialId)));
        return undefined;
      }
    }
  }

  #tell(worker: Worker, credentialId: string): Promise<void> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const id = this.#lastId;
      const end = () => {
        clearTimeout(timer);
        this.#notes.delete(id);
        resolve();
      };
      const timer = setTimeout(end, NOTE_TIMEOUT);
      this.#notes.set(id, { worker, end });
      sendMessage(worker, { type: 'changed', id, credentialId });
    });
  }
}
