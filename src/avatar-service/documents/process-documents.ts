import { setImmediate } from 'node:timers/promises';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { NotFound } from '../errors.ts';
import { readStored } from '../file-slices.ts';
import { findOrFail } from '../ids.ts';
import type { DocumentLane } from '../store/schema.ts';
import type { DocumentTurn, Store, StoredRecord } from '../store/store.ts';
import { createBackgroundLoop } from './background-loop.ts';
import type { ChunkOptions } from './chunk-text.ts';
import { readChunks } from './chunk-text.ts';
import { EXTRACTION_DEFAULTS, type ExtractionLimits, runExtraction } from './run-extraction.ts';

/** How often a document is tried whose process ends meanwhile, such as by its content. */
const MAX_ATTEMPTS = 3;

const TOO_MANY_ATTEMPTS = `The document could not be processed in ${MAX_ATTEMPTS} attempts.`;

/**
 * Time in milliseconds after which another process may take a document. It is longer than the extraction, and starts again
 * with each part of the text that is written.
 */
const LEASE = 90_000;

/** Interval in milliseconds at which documents are looked for that other processes have left. */
const CHECK_INTERVAL = 30_000;

/**
 * Shares of the time and memory that a document's first turn has: 5 seconds and 64 MB by default. One that needs more waits
 * for its next turn apart from the others, and has all of it then. Both turns at once fit into a container of 1 GiB.
 */
const FIRST_TURN = { timeout: 1 / 12, memory: 1 / 4 };

/** Processes documents in the background: one that is short and one that takes long at a time. */
export interface DocumentProcessor {
  /** Looks for documents to process, and for removed files whose content is still in the store. */
  wake(): void;
  /** Stops. Unfinished documents are left for the next process. */
  close(): Promise<void>;
}

/** How a document is split, which its record does not show. */
const getChunkOptions = ({ chunking }: StoredRecord): ChunkOptions => ({
  ...CHUNK_DEFAULTS,
  ...Object(chunking),
});

/** Creates the processor of one service. Failures of the store go to `onError`; the document is tried again then. */
export function createDocumentProcessor(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  onError: (error: unknown) => void,
  limits: ExtractionLimits = {},
): DocumentProcessor {
  const { knowledgeDocuments: documents } = store;
  const { queue } = documents;
  const controller = new AbortController();
  const { signal } = controller;
  const getTime = () => now().toISOString();
  const getLeaseEnd = () => new Date(now().getTime() + LEASE).toISOString();
  const { timeout, memory } = { ...EXTRACTION_DEFAULTS, ...limits };
  const limitsByLane: Readonly<Record<DocumentLane, ExtractionLimits>> = {
    short: {
      ...limits,
      timeout: timeout * FIRST_TURN.timeout,
      memory: memory * FIRST_TURN.memory,
    },
    long: limits,
  };

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

  /** Writes the chunks, and ends the turn. */
  const writeChunks = async (turn: DocumentTurn, text: Uint8Array, chunks: Uint32Array) => {
    let count = 0;
    for (const contents of readChunks(text, chunks)) {
      signal.throwIfAborted();
      const lease = { turn, until: getLeaseEnd() };
      if (!(await documents.addChunks(turn.id, count, contents, lease))) return;
      count += contents.length;
      await setImmediate();
    }
    await queue.finish(turn, getTime(), undefined);
  };

  /** Ends the turn of a document that cannot be processed. An attempt that was interrupted may have left chunks. */
  const fail = async (turn: DocumentTurn, problem: string) => {
    while (await documents.removeChunks(turn.id)) await setImmediate();
    await queue.finish(turn, getTime(), problem);
  };

  const process = async (lane: DocumentLane, turn: DocumentTurn, document: StoredRecord) => {
    if (turn.attempt > MAX_ATTEMPTS) return fail(turn, TOO_MANY_ATTEMPTS);
    const task = { ...(await readFile(turn.id)), chunking: getChunkOptions(document) };
    const result = await runExtraction(task, signal, limitsByLane[lane]);
    if ('text' in result) return writeChunks(turn, result.text, result.chunks);
    if (!result.isLimit || lane === 'long') return fail(turn, result.problem);
    await queue.giveBack(turn, 'long');
    long.wake();
  };

  /** Creates the loop of a lane. API keys take turns, so that none waits for all documents of another. */
  const createLane = (lane: DocumentLane) => {
    /** The keys whose documents had a turn, the latest last. */
    const served = new Set<string>();
    const takeNext = async () => {
      const order = [...served];
      const waiting = await queue.listNext(lane, getTime());
      const [next] = waiting.sort((a, b) => order.indexOf(a.keyId) - order.indexOf(b.keyId));
      if (!next) return false;
      served.delete(next.keyId);
      served.add(next.keyId);
      const taken = await queue.take(next.id, getTime(), getLeaseEnd());
      if (!taken) return true;
      const { turn, document } = taken;
      try {
        await process(lane, turn, document);
      } catch (error) {
        if (signal.aborted) await queue.giveBack(turn);
        else if (error instanceof NotFound)
          await fail(turn, 'The file of the document is missing.');
        else onError(error);
      }
      return true;
    };
    return createBackgroundLoop(takeNext, onError);
  };

  const removeContent = async () => {
    await setImmediate();
    return store.removeContent();
  };

  const long = createLane('long');
  const loops = [createLane('short'), long, createBackgroundLoop(removeContent, onError)];
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const timer = setInterval(wake, CHECK_INTERVAL).unref();
  return {
    wake,
    close: async () => {
      clearInterval(timer);
      controller.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
