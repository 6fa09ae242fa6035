/** Size of a document's chunks and their overlap, in characters. */
export interface ChunkOptions {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

/** Where a chunk should end, best first: after a paragraph, a line, a sentence, a word. */
const BREAKS = ['\n\n', '\n', '. ', ' '];

/** Returns the end of the chunk that starts at `from`: a break in its second half if there is one. */
function findEnd(text: string, from: number, size: number): number {
  const end = from + size;
  if (end >= text.length) return text.length;
  const earliest = from + Math.ceil(size / 2);
  for (const separator of BREAKS) {
    const at = text.lastIndexOf(separator, end - separator.length);
    if (at >= earliest) return at + separator.length;
  }
  return isInsidePair(text, end) ? end - 1 : end;
}

/** Whether a position is between the two code units of one character. */
const isInsidePair = (text: string, at: number) =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));

/** Splits a text into chunks that end at a break where possible. The overlap is at most half of the size. */
export function* chunkText(
  text: string,
  { chunkSize, chunkOverlap }: ChunkOptions,
): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = findEnd(text, from, chunkSize);
    const chunk = text.slice(from, end).trim();
    if (chunk !== '') yield chunk;
    if (end === text.length) return;
    const next = Math.max(end - chunkOverlap, from + 1);
    from = isInsidePair(text, next) ? next + 1 : next;
  }
}
