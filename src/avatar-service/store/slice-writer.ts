import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { StoreFailure } from './store-error.ts';

/** A row of the content of files. */
export interface Slice {
  readonly id: string;
  readonly file_id: string;
  readonly bytes: Uint8Array;
}

/** A slice as the thread receives it, which owns its memory. */
export interface OwnSlice extends Slice {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

// Beside this file, and with its extension: .ts in a checkout, .js in the package.
const THREAD = new URL(import.meta.url.replace(/slice-writer(?=\.\w+$)/, 'slice-writer-thread'));

interface SliceWriterOptions {
  /** The SQLite file. */
  readonly file: string;
  readonly isThere: () => boolean;
  /** Creates the error for an error code of SQLite. */
  readonly createError: (code: number) => unknown;
}

/**
 * Writes the content of files in a thread with its own connection, which starts with the first file that has several slices:
 * flushing tens of megabytes to the disk would stop the main thread.
 */
export function createSliceWriter({ file, isThere, createError }: SliceWriterOptions) {
  const limit = new ConcurrencyLimit({ maxActive: 1, maxWaiting: Number.POSITIVE_INFINITY });
  let worker: Worker | undefined;
  const start = () => {
    const started = new Worker(THREAD, {
      workerData: file,
      env: {},
      // It keeps nothing. The default of a young generation is that of the process.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
    });
    started.once('exit', () => {
      worker = undefined;
    });
    return started;
  };
  return {
    write: (slice: Slice): Promise<void> =>
      limit.run(async () => {
        if (!isThere()) throw new StoreFailure('missing');
        worker ??= start();
        worker.ref();
        // Of a view, a message would copy the whole buffer.
        const own: OwnSlice = { ...slice, bytes: new Uint8Array(slice.bytes) };
        worker.postMessage(own, [own.bytes.buffer]);
        const [code] = await once(worker, 'message');
        worker?.unref();
        if (code !== 0) throw createError(Number(code));
      }),
    close: async () => void (await worker?.terminate()),
  };
}
