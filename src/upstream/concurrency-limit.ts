import { OverloadedError } from './errors.ts';

/** How many calls may be under way at once, and how many may wait for it. */
export interface ConcurrencyOptions {
  /** Calls under way at once, at most. */
  readonly atOnce: number;
  /** Calls that wait for their turn, at most: each holds memory. */
  readonly waiting: number;
}

/** Calls under way, calls that wait for their turn, and how many may be under way. */
export type Concurrency = Readonly<Record<'active' | 'waiting' | 'limit', number>>;

/** A call that waits for its turn. */
export interface Waiter {
  /** Who makes the call; undefined where callers are not told apart. */
  readonly party: string | undefined;
  /** Its turn has come, and is counted as taken. */
  onTurn(): void;
}

/** What one party has under way and waiting. */
interface Share {
  active: number;
  readonly queue: Waiter[];
}

/** Parties that are remembered though they have nothing under way, so that the next call need not begin anew. */
const IDLE_PARTIES = 10_000;

/**
 * Lets so many calls be under way at once. A party that is told apart has half of the places at most, and those who wait are
 * served in rotation, a call of each party, so that nobody takes every place from the others.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #maxShare: number;
  readonly #shares = new Map<string | undefined, Share>();
  /** Those who have something waiting, the next to be served first. */
  readonly #rotation: Share[] = [];
  #active = 0;
  #waiting = 0;
  #isServing = false;

  constructor({ atOnce, waiting }: ConcurrencyOptions) {
    this.#atOnce = atOnce;
    this.#maxWaiting = waiting;
    this.#maxShare = Math.ceil(atOnce / 2);
  }

  get concurrency(): Concurrency {
    return { active: this.#active, waiting: this.#waiting, limit: this.#atOnce };
  }

  /** Whether a call that is not under way would be refused. */
  get isFull(): boolean {
    return this.#active >= this.#atOnce && this.#waiting >= this.#maxWaiting;
  }

  #shareOf(party: string | undefined): Share {
    const known = this.#shares.get(party);
    if (known) return known;
    if (this.#shares.size >= IDLE_PARTIES + this.#atOnce + this.#maxWaiting) this.#forgetIdle();
    const made: Share = { active: 0, queue: [] };
    this.#shares.set(party, made);
    return made;
  }

  #forgetIdle() {
    for (const [party, { active, queue }] of this.#shares) {
      if (active + queue.length === 0) this.#shares.delete(party);
    }
  }

  #hasRoom(party: string | undefined, share: Share): boolean {
    return this.#active < this.#atOnce && (party === undefined || share.active < this.#maxShare);
  }

  /** Takes a place, if there is one for this party now; it has to be given back by `release`. */
  tryAcquire(party: string | undefined): boolean {
    const share = this.#shareOf(party);
    // Nobody comes before those who wait.
    if (share.queue.length > 0 || !this.#hasRoom(party, share)) return false;
    this.#take(share);
    return true;
  }

  #take(share: Share) {
    share.active += 1;
    this.#active += 1;
  }

  /**
   * Lets a call wait for its turn.
   * @throws OverloadedError where too many wait already.
   */
  enqueue(waiter: Waiter, call: string): void {
    if (this.#waiting >= this.#maxWaiting) throw new OverloadedError(call);
    const share = this.#shareOf(waiter.party);
    if (share.queue.length === 0) this.#rotation.push(share);
    share.queue.push(waiter);
    this.#waiting += 1;
  }

  /** One that waits no longer wants its turn. */
  leave(waiter: Waiter): void {
    const share = this.#shares.get(waiter.party);
    const place = share?.queue.indexOf(waiter) ?? -1;
    if (!share || place < 0) return;
    share.queue.splice(place, 1);
    this.#waiting -= 1;
    if (share.queue.length === 0) this.#rotation.splice(this.#rotation.indexOf(share), 1);
  }

  /** Gives a place back, and gives turns to those who wait. */
  release(party: string | undefined): void {
    this.#shareOf(party).active -= 1;
    this.#active -= 1;
    // A turn may end before `onTurn` returns, as it does while the upstream is down: the loop then goes on, one level deep.
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#serveNext()) {}
    } finally {
      this.#isServing = false;
    }
  }

  /** Gives one turn; false where nobody can have one now. */
  #serveNext(): boolean {
    if (this.#active >= this.#atOnce) return false;
    const place = this.#rotation.findIndex((share) => this.#hasRoom(share.queue[0]?.party, share));
    const [share] = place < 0 ? [] : this.#rotation.splice(place, 1);
    const waiter = share?.queue.shift();
    if (!share || !waiter) return false;
    if (share.queue.length > 0) this.#rotation.push(share);
    this.#waiting -= 1;
    this.#take(share);
    waiter.onTurn();
    return true;
  }
}
