import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { getErrorCode } from '../../shared/thrown-errors.ts';

/** Limits of the extraction of a text. Times are in milliseconds, sizes in bytes. */
export interface ExtractionLimits {
  /** Default: 60,000. */
  readonly timeout?: number;
  /** Memory besides the file: of the thread's heap, and the same again outside of it. Default: 256 MB. */
  readonly memory?: number;
  /** Length of the text in characters. Default: 5,000,000. */
  readonly maxCharacters?: number;
}

const MEGABYTE = 1024 * 1024;

/** Interval at which the memory of the thread is checked, in milliseconds. */
const MEMORY_CHECK_INTERVAL = 50;

/** The answer of the worker thread. */
const Answer = z.union([z.object({ text: z.string() }), z.object({ problem: z.string() })]);

/** The text of a document, or why it has none, in a sentence for its owner. */
export type ExtractionResult = z.output<typeof Answer>;

/** Error code of a thread whose heap is larger than its limit. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

const DAMAGED = { problem: 'The document cannot be read. The file may be damaged.' };
const TOO_LARGE = { problem: 'The document needs too much memory.' };

// Beside this file, and with its extension: .ts in a checkout, .js in the package.
const WORKER = new URL(import.meta.url.replace(/run-extraction(?=\.\w+$)/, 'extraction-worker'));

/**
 * Extracts the text of a document in a worker thread, because the file may be made to take forever or all memory. The
 * thread is terminated at each limit. `bytes` is transferred to it.
 * @throws The reason of `signal` if it is aborted.
 */
export async function runExtraction(
  bytes: ArrayBuffer,
  type: string,
  signal: AbortSignal,
  { timeout = 60_000, memory = 256 * MEGABYTE, maxCharacters = 5_000_000 }: ExtractionLimits = {},
): Promise<ExtractionResult> {
  signal.throwIfAborted();
  const maxExternal = bytes.byteLength + memory;
  const worker = new Worker(WORKER, {
    workerData: { bytes, type, maxCharacters },
    transferList: [bytes],
    resourceLimits: { maxOldGenerationSizeMb: memory / MEGABYTE },
    // The libraries warn about each flaw of a file.
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<ExtractionResult>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(
    () => resolve({ problem: 'The document takes too long to process.' }),
    timeout,
  );
  // Resource limits do not count buffers, such as a decompressed page.
  const memoryTimer = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => external_memory > maxExternal && resolve(TOO_LARGE),
      () => undefined,
    );
  }, MEMORY_CHECK_INTERVAL);
  worker.once('message', (message) => resolve(Answer.safeParse(message).data ?? DAMAGED));
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
