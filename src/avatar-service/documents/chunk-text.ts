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

/** Maximum number of chunks, and of their characters but for the last, that are written at a time. */
const MAX_CHUNKS = 25;
const MAX_CHARACTERS = 25_000;

/** Reads chunks of a text in batches. The text is in UTF-16, and each chunk has its begin and its end, in characters. */
export function* readChunks(text: Uint8Array, chunks: Uint32Array): Generator<string[]> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  let batch: string[] = [];
  let characters = 0;
  for (let index = 0; index < chunks.length; index += 2) {
    const [from = 0, to = 0] = chunks.subarray(index, index + 2);
    batch.push(bytes.toString('utf16le', from * 2, to * 2));
    characters += to - from;
    if (batch.length < MAX_CHUNKS && characters < MAX_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
