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
