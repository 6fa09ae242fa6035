const EMPTY = Buffer.alloc(0);

/**
 * Joins the chunks of a body as they arrive. The memory is at most twice the size of the body. A list of chunks would
 * take more than a hundred bytes for each of them, and the sender can choose chunks of one byte.
 */
export class GrowableBuffer {
  #buffer: Buffer = EMPTY;
  #length = 0;

  /** Adds a chunk. A single chunk is not copied. */
  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) {
      this.#buffer = chunk;
    } else {
      if (length > this.#buffer.length) {
        const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#buffer.length));
        grown.set(this.bytes);
        this.#buffer = grown;
      }
      this.#buffer.set(chunk, this.#length);
    }
    this.#length = length;
  }

  /** Everything so far. A view of the memory, until the next chunk. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#buffer = EMPTY;
    this.#length = 0;
  }
}
