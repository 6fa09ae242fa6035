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

type Subject = QueuedCall['subject'];

/**
 * Limits concurrent calls. A subject gets at most half of the slots, and queued calls are served round-robin by subject,
 * so that no subject can take all slots.
 */
export class ConcurrencyLimit {
  readonly #maxActive: number;
  readonly #maxWaiting: number;
  readonly #maxActivePerSubject: number;
  /** Number of active calls of each subject that has some. */
  readonly #activeBySubject = new Map<Subject, number>();
  /** The queued calls of each subject that has some, in the order in which subjects are served. */
  readonly #queues = new Map<Subject, QueuedCall[]>();
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

  #hasFreeSlot(subject: Subject): boolean {
    const active = this.#activeBySubject.get(subject) ?? 0;
    return (
      this.#active < this.#maxActive &&
      (subject === undefined || active < this.#maxActivePerSubject)
    );
  }

  #changeActive(subject: Subject, change: 1 | -1) {
    const active = (this.#activeBySubject.get(subject) ?? 0) + change;
    if (active > 0) this.#activeBySubject.set(subject, active);
    else this.#activeBySubject.delete(subject);
    this.#active += change;
  }

  /** Acquires a slot if this subject may have one now. `release` returns it. */
  tryAcquire(subject: Subject): boolean {
    // Queued calls come first.
    const isFree = !this.#queues.has(subject) && this.#hasFreeSlot(subject);
    if (isFree) this.#changeActive(subject, 1);
    return isFree;
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
    const queue = this.#queues.get(queued.subject);
    if (queue) queue.push(queued);
    else this.#queues.set(queued.subject, [queued]);
    this.#waiting += 1;
    return true;
  }

  cancel(queued: QueuedCall): void {
    const queue = this.#queues.get(queued.subject) ?? [];
    const index = queue.indexOf(queued);
    if (index < 0) return;
    queue.splice(index, 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(queued.subject);
  }

  /** Returns a slot, and gives free slots to queued calls. */
  release(subject: Subject): void {
    this.#changeActive(subject, -1);
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
    if (this.#active >= this.#maxActive) return false;
    for (const [subject, queue] of this.#queues) {
      const [queued] = queue;
      if (!queued || !this.#hasFreeSlot(subject)) continue;
      this.cancel(queued);
      // The others of this subject come after those of all others.
      if (this.#queues.delete(subject)) this.#queues.set(subject, queue);
      this.#changeActive(subject, 1);
      queued.onAcquired();
      return true;
    }
    return false;
  }
}
