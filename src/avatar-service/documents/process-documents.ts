import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import type { Services } from '../handler-types.ts';
import type { StoredRecord } from '../store/store.ts';
import { type ChunkOptions, chunkText } from './chunk-text.ts';
import { type ExtractionLimits, runExtraction } from './run-extraction.ts';

/** Number of chunks that are written at a time. Other requests use the store in between. */
const BATCH = 50;

/** Maximum number of chunks of a document. */
const MAX_CHUNKS = 20_000;

const TOO_MANY_CHUNKS = `The document has more than ${MAX_CHUNKS.toLocaleString('en')} parts. Upload it with a larger chunkSize.`;

/** Processes documents in the background, one at a time. */
export interface DocumentProcessor {
  /** Processes a document, after those that were added before. */
  add(id: string): void;
  /** Adds the documents that an earlier process left unfinished. */
  resume(): Promise<void>;
  /** Stops. Unfinished documents are left for the next process. */
  close(): Promise<void>;
}

/** How a document is processed, which its record does not show. */
export const getChunkOptions = ({ chunking }: StoredRecord): ChunkOptions => ({
  ...CHUNK_DEFAULTS,
  ...Object(chunking),
});

/** Creates the processor of one service. Failures of the store go to `onError`; the document is left unfinished then. */
export function createDocumentProcessor(
  { store: { knowledgeDocuments: documents }, now }: Pick<Services, 'store' | 'now'>,
  onError: (error: unknown) => void,
  limits?: ExtractionLimits,
): DocumentProcessor {
  const limit = pLimit(1);
  const waiting = new Set<string>();
  const controller = new AbortController();
  const { signal } = controller;

  const setStatus = (id: string, status: string, errorMessage: string | null = null) =>
    documents.change(id, (document) => ({
      ...document,
      status,
      errorMessage,
      updatedAt: now().toISOString(),
    }));

  const readFile = async (id: string) => {
    const file = await documents.media(id);
    if (!file) return undefined;
    const bytes = new Uint8Array(file.size);
    for (let at = 0; at < file.size; ) {
      const slice = await documents.mediaSlice(id, at, file.size - at);
      if (!slice?.length) return undefined;
      bytes.set(slice, at);
      at += slice.length;
    }
    return { bytes: bytes.buffer, type: file.type };
  };

  /** Writes the chunks of a text. Returns false if there are too many. */
  const addChunks = async (id: string, text: string, options: ChunkOptions) => {
    let count = 0;
    let batch: string[] = [];
    const flush = async () => {
      signal.throwIfAborted();
      if (batch.length > 0) await documents.addChunks(id, count - batch.length, batch);
      batch = [];
      await setImmediate();
    };
    for (const chunk of chunkText(text, options)) {
      count += 1;
      if (count > MAX_CHUNKS) return false;
      batch.push(chunk);
      if (batch.length === BATCH) await flush();
    }
    await flush();
    return true;
  };

  /** Returns why the document cannot be processed; undefined if its text is in the store. */
  const findProblem = async (document: StoredRecord): Promise<string | undefined> => {
    const file = await readFile(document.id);
    if (!file) return 'The file of the document is missing.';
    const result = await runExtraction(file.bytes, file.type, signal, limits);
    if ('problem' in result) return result.problem;
    const isComplete = await addChunks(document.id, result.text, getChunkOptions(document));
    return isComplete ? undefined : TOO_MANY_CHUNKS;
  };

  const process = async (id: string) => {
    const document = await setStatus(id, 'PROCESSING');
    if (!document) return;
    const problem = await findProblem(document);
    if (problem !== undefined) await documents.removeChunks(id);
    const finished = await setStatus(id, problem === undefined ? 'READY' : 'FAILED', problem);
    // It was deleted meanwhile.
    if (!finished) await documents.removeChunks(id);
  };

  const add = (id: string) => {
    if (waiting.has(id) || signal.aborted) return;
    waiting.add(id);
    const run = async () => {
      if (!signal.aborted) await process(id);
    };
    limit(run)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => waiting.delete(id));
  };

  return {
    add,
    resume: async () => {
      for (const id of await documents.listUnfinished()) add(id);
    },
    close: async () => {
      controller.abort();
      // The queue is empty once this has its turn.
      await limit(() => undefined);
    },
  };
}
