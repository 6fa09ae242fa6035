/** Size of a document's chunks and their overlap, in characters. */
export interface ChunkOptions {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

export type ReadableText = Pick<string, 'length' | 'slice'>;

/** Where a chunk begins and ends in the text. */
export type Chunk = readonly [from: number, to: number];

/** Where a chunk should end, best first: after a paragraph, a line, a sentence, a word. */
const BREAKS = ['\n\n', '\n', '. ', ' '];

/** Returns the length of the chunk in a window of the text: up to a break in its second half if there is one. */
function findLength(window: string): number {
  const earliest = Math.ceil(window.length / 2);
  for (const separator of BREAKS) {
    const at = window.lastIndexOf(separator);
    if (at >= earliest) return at + separator.length;
  }
  // Not between the two code units of one character.
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}

/**
 * Splits a text into chunks that end at a break where possible, and neither begin nor end with white space. The overlap is
 * at most half of the size. Only a window of that size is looked at for each chunk, so the time grows with the length of the
 * text.
 */
export function* findChunks(
  text: ReadableText,
  { chunkSize, chunkOverlap }: ChunkOptions,
): Generator<Chunk> {
  for (let from = 0; from < text.length; ) {
    const window = text.slice(from, from + chunkSize);
    const start = window.search(/[^\s\udc00-\udfff]/);
    if (start !== 0) {
      from += start === -1 ? window.length : start;
      continue;
    }
    const isLast = from + window.length === text.length;
    const length = isLast ? window.length : findLength(window);
    yield [from, from + window.slice(0, length).trimEnd().length];
    if (isLast) return;
    from += Math.max(length - chunkOverlap, 1);
  }
}
