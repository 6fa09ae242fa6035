import { Unprocessable } from '../../errors.ts';

interface Recording {
  /** Its duration; undefined if the file does not contain it, as for streams. */
  readonly seconds: number | undefined;
}

/** Creates the error for a file that is no recording. */
export const createUnreadableError = (): Unprocessable =>
  new Unprocessable('The recording is not a readable WAV, MP3, Ogg, WebM or M4A file.');

/** Counts the parts of one file, however they are nested: its frames, pages, chunks, boxes or elements. */
export class PartCounter {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#count >= this.#max;
  }

  /** Counts a part. @throws Unprocessable if the file has too many. */
  add(): void {
    if (this.isFull) {
      const limit = this.#max.toLocaleString('en');
      throw new Unprocessable(`The recording has more than ${limit} parts.`);
    }
    this.#count += 1;
  }
}

/**
 * Reads the structure of one format in a single pass, without decoding, and counts each part before it looks at the next.
 * Returns undefined if the file has another format, is truncated or contains video.
 * @throws Unprocessable if the file has too many parts.
 */
export type RecordingReader = (bytes: Uint8Array, parts: PartCounter) => Recording | undefined;
