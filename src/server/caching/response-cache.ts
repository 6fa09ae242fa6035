import { type DocumentNode, type ExecutionResult, getOperationAST, print } from 'graphql';
import type { PromiseOrValue } from 'graphql/jsutils/PromiseOrValue.js';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { SingleFlight, type Waiter } from '../../shared/single-flight.ts';

/** Answers that are kept, at most, and the characters of all of them together. */
const MAX_ANSWERS = 1_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** What of a request decides with whom it may share an answer. */
export interface CacheIdentity extends Waiter {
  /** Those of one name see the same; it tells apart every credential, and what each had changed when it asked. */
  readonly cacheKey: string;
  /** The same without what was changed: the same in every process that shares answers. */
  readonly identity: string;
  /** Whose credential it is, by a name that shows nothing of it; whoever has it sees what the others change. */
  readonly credentialId: string;
  /** The credential has changed something elsewhere: what is under way for it here is no answer to what comes. */
  invalidate(): void;
  /** Seconds for which what was read for the answer stays fresh; undefined where nobody said. */
  readonly freshSeconds: () => number | undefined;
}

/** Where the answer to one query of one asker is kept. */
export interface CacheEntry {
  /** What is there. */
  readonly response: ExecutionResult | undefined;
  /** Keeps another for so many seconds, as one that was read from now on. */
  set(answer: ExecutionResult, seconds: number): void;
}

/** Answers that several processes keep together. */
export interface SharedResponseCache {
  /** Looks for the answer to `query`, which is the same for the same query; undefined where nothing is kept now. */
  find(asker: CacheIdentity, query: string): Promise<CacheEntry | undefined>;
}

interface Options {
  /** Who asks, by the operation's context; undefined for who never shares. */
  readonly askerOf: (context: unknown) => CacheIdentity | undefined;
  /** Seconds for which an answer without errors is kept, at most; 0 keeps none. */
  readonly seconds: number;
  /** Where they are kept, if not in this process's memory. */
  readonly shared?: SharedResponseCache | undefined;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** The text of a document, which names it in every process. */
const textOf = (document: DocumentNode) => document.loc?.source.body ?? print(document);

/**
 * Identical queries of one asker that are under way at the same time are executed once; with `seconds`, their answers
 * are also kept for so long. Everything around execution (limits, validation, hooks) happens to each request all the
 * same. Mutations are never shared.
 */
export function useResponseCache({ askerOf, seconds, shared, now }: Options): Plugin {
  const flights = new SingleFlight<ExecutionResult>();
  const kept = new LRUCache<string, ExecutionResult>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (result) => JSON.stringify(result).length,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  });
  const numbers = new WeakMap<DocumentNode, number>();
  let count = 0;

  /** The same for the same document in memory, which is where every document that is asked for twice is. */
  const numberOf = (document: DocumentNode) => {
    const known = numbers.get(document);
    if (known !== undefined) return known;
    count += 1;
    numbers.set(document, count);
    return count;
  };

  const secondsOf = ({ errors }: ExecutionResult, asker: CacheIdentity) =>
    seconds <= 0 || errors ? 0 : Math.min(seconds, asker.freshSeconds() ?? seconds);

  const placeOf = (key: string): CacheEntry => ({
    response: kept.get(key),
    set: (answer, seconds) => void kept.set(key, answer, { ttl: seconds * 1000 }),
  });

  /** What is kept at a place, or else comes of an execution for all who ask the same meanwhile. */
  const answerOf = async (
    key: string,
    asker: CacheIdentity,
    place: CacheEntry | undefined,
    execute: () => PromiseOrValue<ExecutionResult>,
  ) => {
    // Each has an object of their own, as plugins may add to it.
    if (place?.response) return { ...place.response };
    const result = await flights.run(key, asker, async () => {
      const result = await execute();
      const forSeconds = secondsOf(result, asker);
      if (forSeconds > 0) place?.set(result, forSeconds);
      return result;
    });
    return { ...result };
  };

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { document, operationName, variableValues, contextValue } = args;
      if (getOperationAST(document, operationName)?.operation !== 'query') return;
      const asker = askerOf(contextValue);
      if (!asker) return;
      if (shared && seconds > 0) {
        const query = JSON.stringify([textOf(document), operationName, variableValues]);
        setExecuteFn(async (args) => {
          const place = await shared.find(asker, query);
          // Not before: a change elsewhere that was just heard of gives the asker another name.
          return answerOf(`${asker.cacheKey} ${query}`, asker, place, () => executeFn(args));
        });
        return;
      }
      const words = [numberOf(document), operationName, variableValues];
      const key = `${asker.cacheKey} ${JSON.stringify(words)}`;
      setExecuteFn((args) => {
        const place = seconds > 0 ? placeOf(key) : undefined;
        return answerOf(key, asker, place, () => executeFn(args));
      });
    },
  };
}
