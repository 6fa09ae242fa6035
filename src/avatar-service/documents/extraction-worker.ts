import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { ExtractionError, extractText } from './extract-text.ts';

const Task = z.object({
  bytes: z.instanceof(ArrayBuffer),
  type: z.string(),
  maxCharacters: z.int(),
});

/** Extracts the text of the document that the thread was started with. Other errors are those of damaged files. */
async function run(): Promise<{ text: string } | { problem: string }> {
  const { bytes, type, maxCharacters } = Task.parse(workerData);
  try {
    return { text: await extractText(new Uint8Array(bytes), type, maxCharacters) };
  } catch (error) {
    if (error instanceof ExtractionError) return { problem: error.message };
    throw error;
  }
}

parentPort?.postMessage(await run());
