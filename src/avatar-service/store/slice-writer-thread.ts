import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { OwnSlice } from './slice-writer.ts';

// The thread of slice-writer.ts. It answers with the error code of SQLite, or 0.

/** Maximum time that a write waits for others, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

const db = new DatabaseSync(workerData, { timeout: BUSY_TIMEOUT });
db.exec('pragma synchronous = full');
const insert = db.prepare('insert into file_slices (id, file_id, bytes) values (?, ?, ?)');

// Not parsed: it comes from slice-writer.ts.
parentPort?.on('message', ({ id, file_id, bytes }: OwnSlice) => {
  try {
    insert.run(id, file_id, bytes);
    // Frees the memory, of which the garbage collector knows little.
    bytes.buffer.transfer(0);
    parentPort?.postMessage(0);
  } catch (error) {
    parentPort?.postMessage(error instanceof Error && 'errcode' in error ? error.errcode : 1);
  }
});
