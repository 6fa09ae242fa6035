import { setImmediate } from 'node:timers/promises';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { NotFound } from '../errors.ts';
import { readStored } from '../file-slices.ts';
import type { Store } from '../store/store.ts';
import { type ChunkOptions, readChunks } from './chunk-text.ts';
import { type ExtractionLimits, runExtraction } from './run-extraction.ts';

/** Maximum number of documents that a process extracts at a time; half of them for one API key. */
const MAX_ACTIVE = 2;

/** Milliseconds after which a document fails that nobody processes any more. Longer than the processing of one. */
const ABANDONED = 60_000;

/** Interval in milliseconds at which a process looks for such documents, and for removed files. */
const INTERVAL = 15_000;

const INTERRUPTED = 'The service stopped before it had processed the document. Upload it again.';

/** Creates what processes the documents of one service in the background, as soon as they are stored. Failures of the store go to `onError`. */
export function createDocumentProcessor(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  onError: (error: unknown) => void,
  limits: ExtractionLimits = {},
) {
  const { knowledgeDocuments: documents } = store;
  // The quota of documents limits those that wait.
  const limit = new ConcurrencyLimit({
    maxActive: MAX_ACTIVE,
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  const controller = new AbortController();
  const { signal } = controller;
  /** The documents that wait or are processed here, by their ids. */
  const jobs = new Map<string, Promise<void>>();

  const setStatus = (id: string, status: string, errorMessage: string | null = null) =>
    documents.change(id, (record) =>
      // One that another process has given up stays so.
      status === 'READY' && record.status === 'FAILED'
        ? record
        : { ...record, status, errorMessage, updatedAt: now().toISOString() },
    );

  const readFile = async (id: string) => {
    const file = await documents.findFile(id);
    if (!file) throw new NotFound();
    const { size, type } = file;
    // Not filled with zeros, which would take long.
    const bytes = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for await (const slice of readStored(documents, id, { from: 0, to: size })) {
      bytes.set(slice, at);
      at += slice.length;
      await setImmediate();
    }
    return { bytes: bytes.buffer, type };
  };

  const fail = async (id: string, problem: string) => {
    while (await documents.removeChunks(id)) await setImmediate();
    await setStatus(id, 'FAILED', problem);
  };

  const extract = async (id: string) => {
    signal.throwIfAborted();
    const document = await setStatus(id, 'PROCESSING');
    if (!document) return;
    const chunking: ChunkOptions = { ...CHUNK_DEFAULTS, ...Object(document.chunking) };
    const result = await runExtraction({ ...(await readFile(id)), chunking }, signal, limits);
    if (!('text' in result)) return fail(id, result.problem);
    let count = 0;
    for (const contents of readChunks(result.text, result.chunks)) {
      signal.throwIfAborted();
      // The document was removed meanwhile.
      if (!(await documents.addChunks(id, count, contents))) return;
      count += contents.length;
      await setImmediate();
    }
    await setStatus(id, 'READY');
  };

  /** After a failure of the store, the document fails once it is abandoned. */
  const runJob = async (id: string, keyId: string) => {
    try {
      await limit.run(() => extract(id), keyId);
    } catch (error) {
      if (signal.aborted) await fail(id, INTERRUPTED);
      else if (error instanceof NotFound) await fail(id, 'The file of the document is missing.');
      else onError(error);
    }
  };

  const failAbandoned = async () => {
    const before = now().getTime() - ABANDONED;
    for (const { id, updatedAt } of await documents.listUnfinished())
      if (!jobs.has(id) && Date.parse(String(updatedAt)) <= before) await fail(id, INTERRUPTED);
  };

  let isWoken = false;
  let working: Promise<void> | undefined;
  const work = async () => {
    isWoken = false;
    await failAbandoned();
    while (!signal.aborted && (await store.removeContent())) await setImmediate();
  };
  const wake = () => {
    isWoken = true;
    working ??= work()
      .catch(onError)
      .finally(() => {
        working = undefined;
        if (isWoken && !signal.aborted) wake();
      });
  };
  const timer = setInterval(wake, INTERVAL).unref();

  return {
    /** Extracts the text of a document. Documents of an API key wait for each other. */
    add: (id: string, keyId: string) => {
      const job = runJob(id, keyId)
        .catch(onError)
        .finally(() => jobs.delete(id));
      jobs.set(id, job);
    },
    /** Fails documents whose process has ended, and removes the content of removed files from the store. */
    wake,
    /** Stops, and fails the unfinished documents. */
    close: async () => {
      clearInterval(timer);
      controller.abort();
      await Promise.all([...jobs.values(), working]);
    },
  };
}
