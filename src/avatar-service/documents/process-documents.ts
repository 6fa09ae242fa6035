import { setImmediate } from 'node:timers/promises';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { NotFound } from '../errors.ts';
import { readStored } from '../file-slices.ts';
import { findOrFail } from '../ids.ts';
import type { StoredRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { createBackgroundLoop } from './background-loop.ts';
import { type ChunkOptions, readChunks } from './chunk-text.ts';
import { type ExtractionLimits, runExtraction } from './run-extraction.ts';

/** Maximum number of documents that a process extracts at a time; half of them for one API key. */
const MAX_ACTIVE = 2;

/**
 * Time in milliseconds after which the documents of a process that has ended fail, and the interval at which a process
 * renews the lease of its own and looks for those of others.
 */
const LEASE = 15_000;
const CHECK_INTERVAL = 5_000;

/** Interval in milliseconds at which content is removed whose removal failed, or that expired. */
const REMOVAL_INTERVAL = 30_000;

const INTERRUPTED = 'The service stopped before it had processed the document. Upload it again.';

/** Processes documents in the background, as soon as they are stored. */
export interface DocumentProcessor {
  /** When the lease of a document ends that is stored now. */
  getLeaseEnd(): string;
  /** Extracts the text of a document. Documents of an API key wait for each other. */
  add(id: string, keyId: string): void;
  /** Fails documents whose process has ended, and removes the content of removed files from the store. */
  wake(): void;
  /** Stops. The next process fails the unfinished documents. */
  close(): Promise<void>;
}

/** How a document is split, which its record does not show. */
const getChunkOptions = ({ chunking }: StoredRecord): ChunkOptions => ({
  ...CHUNK_DEFAULTS,
  ...Object(chunking),
});

/** Creates the processor of one service. Failures of the store go to `onError`. */
export function createDocumentProcessor(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  onError: (error: unknown) => void,
  limits: ExtractionLimits = {},
): DocumentProcessor {
  const { knowledgeDocuments: documents } = store;
  const limit = new ConcurrencyLimit({
    maxActive: MAX_ACTIVE,
    // The quota of documents limits them.
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  const controller = new AbortController();
  const { signal } = controller;
  /** The documents that wait or are processed here, by their ids. */
  const jobs = new Map<string, Promise<void>>();
  const getTime = () => now().toISOString();
  const getLeaseEnd = () => new Date(now().getTime() + LEASE).toISOString();

  const readFile = async (id: string) => {
    const { size, type } = await findOrFail('a knowledge document', id, documents.findFile);
    const bytes = new Uint8Array(size);
    let at = 0;
    for await (const slice of readStored(documents, id, { from: 0, to: size })) {
      bytes.set(slice, at);
      at += slice.length;
      await setImmediate();
    }
    return { bytes: bytes.buffer, type };
  };

  /** Marks a document as failed, unless its job is over. */
  const fail = async (id: string, problem: string) => {
    while (await documents.removeChunks(id)) await setImmediate();
    await documents.finishJob(id, getTime(), problem);
  };

  const extract = async (id: string) => {
    signal.throwIfAborted();
    const document = await documents.change(id, (record) => ({
      ...record,
      status: 'PROCESSING',
      updatedAt: getTime(),
    }));
    if (!document) return;
    const task = { ...(await readFile(id)), chunking: getChunkOptions(document) };
    const result = await runExtraction(task, signal, limits);
    if (!('text' in result)) return fail(id, result.problem);
    let count = 0;
    for (const contents of readChunks(result.text, result.chunks)) {
      signal.throwIfAborted();
      // The document was removed meanwhile.
      if (!(await documents.addChunks(id, count, contents))) return;
      count += contents.length;
      await setImmediate();
    }
    await documents.finishJob(id, getTime(), undefined);
  };

  /** After a failure of the store, the lease ends, and the document fails. */
  const runJob = async (id: string, keyId: string) => {
    try {
      await limit.run(() => extract(id), keyId);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NotFound) await fail(id, 'The file of the document is missing.');
      else onError(error);
    }
  };

  const failAbandoned = async () => {
    const ids = await documents.listAbandonedJobs(getTime());
    for (const id of ids) await fail(id, INTERRUPTED);
    return ids.length > 0;
  };
  const removeContent = async () => {
    await setImmediate();
    return store.removeContent();
  };
  const failing = createBackgroundLoop(failAbandoned, onError);
  const removing = createBackgroundLoop(removeContent, onError);
  const timer = setInterval(() => {
    documents.renewJobs([...jobs.keys()], getLeaseEnd()).then(failing.wake, onError);
  }, CHECK_INTERVAL).unref();
  const removalTimer = setInterval(removing.wake, REMOVAL_INTERVAL).unref();

  return {
    getLeaseEnd,
    add: (id, keyId) => {
      const job = runJob(id, keyId)
        .catch(onError)
        .finally(() => jobs.delete(id));
      jobs.set(id, job);
    },
    wake: () => {
      failing.wake();
      removing.wake();
    },
    close: async () => {
      clearInterval(timer);
      clearInterval(removalTimer);
      controller.abort();
      const unfinished = [...jobs.keys()];
      await Promise.all([...jobs.values(), failing.stop(), removing.stop()]);
      // The next process need not wait for the leases.
      await documents.renewJobs(unfinished, '').catch(onError);
    },
  };
}
