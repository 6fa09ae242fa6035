import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Bytes that a pipe takes as a whole or not at all (PIPE_BUF of Linux). A longer line of one process could be
 * interleaved with those of another that writes to the same pipe.
 */
const CHUNK = 4_096;

/** Bytes of lines that may wait for a reader: some eight thousand. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Default of `closeTimeout`. */
const CLOSE_TIMEOUT = 2_000;

interface LineWriterOptions {
  /** Returns the line that reports lost ones, where they would be. */
  readonly describeLoss: (count: number) => string;
  /** Called with the number of lost lines: the reader is too slow, or has exited. */
  readonly onLoss: (count: number) => void;
  readonly maxWaiting?: number;
  /** How long closing waits for a reader, in milliseconds. Default: 2,000. */
  readonly closeTimeout?: number;
}

/**
 * Writes whole lines to a stream to which several processes may write, such as standard output. Nothing waits for its
 * reader: lines are buffered up to a limit, and the number of lost lines is reported.
 */
export class LineWriter {
  readonly #stream: Writable;
  readonly #options: LineWriterOptions;
  #lines: string[] = [];
  #bytes = 0;
  /** Lines lost since the last report in the stream. */
  #lost = 0;
  #writing: Promise<void> | undefined;

  constructor(stream: Writable, options: LineWriterOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  readonly #ignore = () => undefined;

  /** Writes a line of at most 4,095 bytes, given without its end. A longer one is lost. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line) + 1;
    const limit = this.#options.maxWaiting ?? MAX_WAITING;
    if (bytes > CHUNK || this.#bytes + bytes > limit) {
      this.#lost += 1;
      this.#options.onLoss(1);
    } else {
      this.#reportLoss();
      this.#lines.push(line);
      this.#bytes += bytes;
    }
    this.#writing ??= this.#writeAll();
  }

  /** Adds a line about lines that were lost since the last such line. */
  #reportLoss(): void {
    if (this.#lost === 0) return;
    const line = this.#options.describeLoss(this.#lost);
    this.#lost = 0;
    this.#lines.push(line);
    this.#bytes += Buffer.byteLength(line) + 1;
  }

  /** Takes the next lines that fit into a chunk. */
  #take(): { readonly text: string; readonly count: number } {
    let bytes = 0;
    let count = 0;
    for (const line of this.#lines) {
      const size = Buffer.byteLength(line) + 1;
      if (bytes + size > CHUNK) break;
      bytes += size;
      count += 1;
    }
    this.#bytes -= bytes;
    return { text: `${this.#lines.splice(0, count).join('\n')}\n`, count };
  }

  async #writeAll(): Promise<void> {
    // The callback of each write has its error. Without a listener, the process would end, too.
    this.#stream.off('error', this.#ignore).on('error', this.#ignore);
    // So that lines of one turn of the event loop share a chunk.
    await undefined;
    for (;;) {
      if (this.#lines.length === 0) this.#reportLoss();
      if (this.#lines.length === 0) break;
      const { text, count } = this.#take();
      const error = await new Promise((resolve) => this.#stream.write(text, resolve));
      if (!error) continue;
      // The reader has exited.
      const lost = count + this.#lines.splice(0).length;
      this.#bytes = 0;
      this.#lost = 0;
      this.#options.onLoss(lost);
    }
    this.#writing = undefined;
  }

  /** Writes the waiting lines, for a time. The rest is lost. */
  async close(): Promise<void> {
    const timeout = this.#options.closeTimeout ?? CLOSE_TIMEOUT;
    await Promise.race([this.#writing, delay(timeout, undefined, { ref: false })]);
    const lost = this.#lines.splice(0).length;
    if (lost > 0) this.#options.onLoss(lost);
    this.#stream.off('error', this.#ignore);
  }
}
