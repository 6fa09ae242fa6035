import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { SingleFlight, type Waiting } from '../sharing/single-flight.ts';

/** Answers that are kept, at most, and the characters of all of them together. */
const MAX_ANSWERS = 1_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** What of a request decides with whom it may share an answer. */
export interface Asker extends Waiting {
  /** Those of one name see the same; it tells apart every credential, and what each had changed when it asked. */
  readonly name: string;
  /** Seconds for which what was read for the answer stays fresh; undefined where nobody said. */
  readonly freshSeconds: () => number | undefined;
}

interface Options {
  /** Who asks, by the operation's context; undefined for who never shares. */
  readonly askerOf: (context: unknown) => Asker | undefined;
  /** Seconds for which an answer without errors is kept, at most; 0 keeps none. */
  readonly seconds: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Identical queries of one asker that are under way at the same time are executed once; with `seconds`, their answers
 * are also kept for so long. Everything around execution (limits, validation, hooks) happens to each request all the
 * same. Mutations are never shared.
 */
export function useSharedQueries({ askerOf, seconds, now }: Options): Plugin {
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

  const keep = (key: string, result: ExecutionResult, asker: Asker) => {
    if (seconds <= 0 || result.errors) return;
    const ttl = Math.min(seconds, asker.freshSeconds() ?? seconds) * 1000;
    if (ttl > 0) kept.set(key, result, { ttl });
  };

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { document, operationName, variableValues, contextValue } = args;
      if (getOperationAST(document, operationName)?.operation !== 'query') return;
      const asker = askerOf(contextValue);
      if (!asker) return;
      const words = [numberOf(document), operationName, variableValues];
      const key = `${asker.name} ${JSON.stringify(words)}`;
      setExecuteFn(async (args) => {
        const known = kept.get(key);
        if (known) return { ...known };
        const result = await flights.of(key, asker, async () => {
          const result = await executeFn(args);
          keep(key, result, asker);
          return result;
        });
        // Each has an object of their own, as plugins may add to it.
        return { ...result };
      });
    },
  };
}
