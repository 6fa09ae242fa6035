import { parentPort, workerData } from 'node:worker_threads';
import { type Chunk, findChunks } from './chunk-text.ts';
import { ExtractionError, extractText } from './extract-text.ts';
import type { ExtractionResult, ThreadTask } from './run-extraction.ts';

/** Extracts the chunks of the document that the thread was started with. Other errors are those of damaged files. */
async function run(): Promise<ExtractionResult> {
  // Not parsed: it comes from run-extraction.ts, and zod would take half of the time in which a thread starts.
  const { bytes, type, chunking, maxCharacters, maxChunks }: ThreadTask = workerData;
  try {
    const text = await extractText(new Uint8Array(bytes), type, maxCharacters);
    const chunks: Chunk[] = [];
    for (const chunk of findChunks(text, chunking)) {
      chunks.push(chunk);
      if (chunks.length <= maxChunks) continue;
      const limit = maxChunks.toLocaleString('en');
      const advice = 'Upload it with a larger chunkSize.';
      return { problem: `The document has more than ${limit} parts. ${advice}` };
    }
    return {
      text: new Uint8Array(Buffer.from(text, 'utf16le')),
      chunks: new Uint32Array(chunks.flat()),
    };
  } catch (error) {
    if (error instanceof ExtractionError) return { problem: error.message };
    throw error;
  }
}

const result = await run();
// Without a copy: a long text would stop the main thread.
const transferred = 'text' in result ? [result.text.buffer, result.chunks.buffer] : [];
parentPort?.postMessage(result, transferred);
