export interface ConcurrencyOptions {
  readonly maxActive: number;
  /** Maximum number of queued calls. Each holds memory. Infinity if something else limits them. */
  readonly maxWaiting: number;
}

/** Number of active calls, of queued calls, and the maximum of active calls. */
export type Concurrency = Readonly<Record<'active' | 'waiting' | 'limit', number>>;

/** A call that waits for a slot. */
export interface QueuedCall {
  /** Who makes the call; undefined if callers are not distinguished. */
  readonly subject: string | undefined;
  onAcquired(): void;
}

interface SubjectCalls {
  active: number;
  readonly queue: QueuedCall[];
}

/**
 * Limits concurrent calls. A subject gets at most half of the slots, and queued calls are served round-robin by subject,
 * so that no subject can take all slots.
 */
export class ConcurrencyLimit {
  readonly #maxActive: number;
  readonly #maxWaiting: number;
  readonly #maxActivePerSubject: number;
  readonly #subjects = new Map<string | undefined, SubjectCalls>();
  /** Subjects with queued calls, in the order in which they are served. */
  readonly #roundRobin: SubjectCalls[] = [];
  #active = 0;
  #waiting = 0;
  #isDispatching = false;

  constructor({ maxActive, maxWaiting }: ConcurrencyOptions) {
    this.#maxActive = maxActive;
    this.#maxWaiting = maxWaiting;
    this.#maxActivePerSubject = Math.ceil(maxActive / 2);
  }

  get concurrency(): Concurrency {
    return { active: this.#active, waiting: this.#waiting, limit: this.#maxActive };
  }

  /** Whether another call would be rejected. */
  get isFull(): boolean {
    return this.#active >= this.#maxActive && this.#waiting >= this.#maxWaiting;
  }

  #getCalls(subject: string | undefined): SubjectCalls {
    const existing = this.#subjects.get(subject);
    if (existing) return existing;
    const created: SubjectCalls = { active: 0, queue: [] };
    this.#subjects.set(subject, created);
    return created;
  }

  /** Forgets a subject without calls. */
  #removeIdle(subject: string | undefined, { active, queue }: SubjectCalls) {
    if (active + queue.length === 0) this.#subjects.delete(subject);
  }

  #hasFreeSlot(subject: string | undefined, { active }: SubjectCalls): boolean {
    return (
      this.#active < this.#maxActive &&
      (subject === undefined || active < this.#maxActivePerSubject)
    );
  }

  /** Acquires a slot if this subject may have one now. `release` returns it. */
  tryAcquire(subject: string | undefined): boolean {
    const calls = this.#getCalls(subject);
    // Queued calls come first.
    const isFree = calls.queue.length === 0 && this.#hasFreeSlot(subject, calls);
    if (isFree) this.#occupySlot(calls);
    else this.#removeIdle(subject, calls);
    return isFree;
  }

  #occupySlot(calls: SubjectCalls) {
    calls.active += 1;
    this.#active += 1;
  }

  /**
   * Runs a task as soon as it has a slot. Allocates little for one that does not wait, the common case;
   * p-limit creates six promises per task.
   * @throws what the task throws; an Error if the queue is full.
   */
  async run<Value>(task: () => Promise<Value>, subject?: string): Promise<Value> {
    if (!this.tryAcquire(subject)) {
      await new Promise<void>((onAcquired, reject) => {
        if (!this.enqueue({ subject, onAcquired }))
          reject(new Error('Too many tasks are waiting.'));
      });
    }
    try {
      return await task();
    } finally {
      this.release(subject);
    }
  }

  /** Queues a call until a slot is free. Returns false if the queue is full. */
  enqueue(queued: QueuedCall): boolean {
    if (this.#waiting >= this.#maxWaiting) return false;
    const calls = this.#getCalls(queued.subject);
    if (calls.queue.length === 0) this.#roundRobin.push(calls);
    calls.queue.push(queued);
    this.#waiting += 1;
    return true;
  }

  cancel(queued: QueuedCall): void {
    const calls = this.#subjects.get(queued.subject);
    const index = calls?.queue.indexOf(queued) ?? -1;
    if (!calls || index < 0) return;
    calls.queue.splice(index, 1);
    this.#waiting -= 1;
    if (calls.queue.length === 0) this.#roundRobin.splice(this.#roundRobin.indexOf(calls), 1);
    this.#removeIdle(queued.subject, calls);
  }

  /** Returns a slot, and gives free slots to queued calls. */
  release(subject: string | undefined): void {
    const calls = this.#getCalls(subject);
    calls.active -= 1;
    this.#active -= 1;
    this.#removeIdle(subject, calls);
    // A call may end within `onAcquired`, for example while the circuit is open. The outer loop then continues.
    if (this.#isDispatching) return;
    this.#isDispatching = true;
    try {
      while (this.#dispatchNext()) {}
    } finally {
      this.#isDispatching = false;
    }
  }

  /** Gives one slot to a queued call. Returns false if no queued call may have one now. */
  #dispatchNext(): boolean {
    if (this.#waiting === 0 || this.#active >= this.#maxActive) return false;
    const index = this.#roundRobin.findIndex((calls) =>
      this.#hasFreeSlot(calls.queue[0]?.subject, calls),
    );
    const [calls] = index < 0 ? [] : this.#roundRobin.splice(index, 1);
    const queued = calls?.queue.shift();
    if (!calls || !queued) return false;
    if (calls.queue.length > 0) this.#roundRobin.push(calls);
    this.#waiting -= 1;
    this.#occupySlot(calls);
    queued.onAcquired();
    return true;
  }
}
