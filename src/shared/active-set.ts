/**
 * An unordered set of active items, for items that come and go at a high rate.
 *
 * A Set or Map would retain what was deleted. To grow or shrink, V8 moves the entries to a new table, and links the old
 * table to it for the sake of iterators. Once one of these tables is in the old generation, all later tables live until
 * the next major collection, with their entries: nine in ten requests, at fifty concurrent ones.
 */
export class ActiveSet<Item> {
  readonly #items: (Item | undefined)[] = [];
  readonly #freeSlots: number[] = [];

  /** Adds an item and returns its slot, for deleting it. */
  add(item: Item): number {
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  /** Deletes the item in a slot. Call it once only: the slot is then reused. */
  delete(slot: number): void {
    this.#items[slot] = undefined;
    this.#freeSlots.push(slot);
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const item of this.#items) if (item !== undefined) yield item;
  }
}
