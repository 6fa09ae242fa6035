import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { MEGABYTE } from '../../contract/file-size.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import type { ChunkOptions } from './chunk-text.ts';

/** Limits of the extraction of a document's chunks. Times are in milliseconds, sizes in bytes. */
const LIMITS = {
  timeout: 30_000,
  /** Memory besides the file: of the thread's heap, and the same again outside of it. */
  memory: 128 * MEGABYTE,
  /** Length of the text in characters. */
  maxCharacters: 5_000_000,
  maxChunks: 20_000,
};

/** What is not set has its default. */
export type ExtractionLimits = Readonly<Partial<typeof LIMITS>>;

/** Interval at which the memory of the thread is checked, in milliseconds. */
const MEMORY_CHECK_INTERVAL = 50;

const Result = z.union([
  z.object({
    /** The text in UTF-16, and for each of its chunks, where it begins and ends, in characters. */
    text: z.instanceof(Uint8Array<ArrayBuffer>),
    chunks: z.instanceof(Uint32Array<ArrayBuffer>),
  }),
  z.object({ problem: z.string() }),
]);

/** The chunks of a document, or why it has none, in a sentence for its owner. */
export type ExtractionResult = z.output<typeof Result>;

/** Error code of a thread whose heap is larger than its limit. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

const DAMAGED = { problem: 'The document cannot be read. The file may be damaged.' };
const TOO_LARGE = { problem: 'The document needs too much memory.' };
const TOO_SLOW = { problem: 'The document takes too long to process.' };

// Beside this file, and with its extension: .ts in a checkout, .js in the package.
const WORKER = new URL(import.meta.url.replace(/run-extraction(?=\.\w+$)/, 'extraction-worker'));

/** A file to extract the text of. `bytes` is transferred to the worker thread. */
export interface ExtractionTask {
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly chunking: ChunkOptions;
}

/** What the thread is started with. */
export type ThreadTask = ExtractionTask & Pick<typeof LIMITS, 'maxCharacters' | 'maxChunks'>;

/**
 * Extracts the chunks of a document in a worker thread, because the file may be made to take forever or all memory. The
 * thread is terminated at each limit.
 * @throws The reason of `signal` if it is aborted.
 */
export async function runExtraction(
  task: ExtractionTask,
  signal: AbortSignal,
  limits: ExtractionLimits = {},
): Promise<ExtractionResult> {
  const { timeout, memory, maxCharacters, maxChunks } = { ...LIMITS, ...limits };
  signal.throwIfAborted();
  const maxExternal = task.bytes.byteLength + memory;
  const workerData: ThreadTask = { ...task, maxCharacters, maxChunks };
  const worker = new Worker(WORKER, {
    workerData,
    transferList: [task.bytes],
    resourceLimits: { maxOldGenerationSizeMb: memory / MEGABYTE },
    // The environment has secrets, and the thread reads files of clients.
    env: {},
    // The libraries warn about each flaw of a file.
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<ExtractionResult>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => resolve(TOO_SLOW), timeout);
  // Resource limits do not count buffers, such as a decompressed page.
  const memoryTimer = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => external_memory > maxExternal && resolve(TOO_LARGE),
      () => undefined,
    );
  }, MEMORY_CHECK_INTERVAL);
  worker.once('message', (message) => resolve(Result.safeParse(message).data ?? DAMAGED));
  worker.once('error', (error) =>
    resolve(getErrorCode(error) === OUT_OF_MEMORY ? TOO_LARGE : DAMAGED),
  );
  worker.once('exit', () => resolve(DAMAGED));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(memoryTimer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
