import { type DocumentNode, type GraphQLSchema, subscribe, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { createExecutor } from '../executor/executor.ts';
import { PlanCache } from '../executor/plan-cache.ts';

/** Maximum number of cached documents, and of the bytes that they take with their plans. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a token with its node, and of a selection in a plan: measured, at most. */
const BYTES_PER_NODE = 512;

type Rules = readonly ValidationRule[] | undefined;

/** Counts the tokens of a document, comments included. */
function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}

class CacheEntry {
  readonly document: DocumentNode;
  readonly plans: PlanCache;
  readonly #tokens: number;
  #schema: GraphQLSchema | undefined;
  #rules: readonly string[] = [];

  constructor(document: DocumentNode, onPlan: (entry: CacheEntry) => void) {
    this.document = document;
    this.plans = new PlanCache(document, () => onPlan(this));
    this.#tokens = countTokens(document);
  }

  /** Estimated size in bytes, with all plans. */
  get size(): number {
    return BYTES_PER_NODE * (this.#tokens + this.plans.size);
  }

  /** Whether the last validation used this schema and rules of these names. */
  isValid(schema: GraphQLSchema, rules: Rules = []): boolean {
    if (this.#schema !== schema || this.#rules.length !== rules.length) return false;
    return rules.every(({ name }, index) => name === this.#rules[index]);
  }

  setValid(schema: GraphQLSchema, rules: Rules): void {
    this.#schema = schema;
    this.#rules = (rules ?? []).map(({ name }) => name);
  }
}

/**
 * Caches valid documents, parsed, validated and planned, and sets the executor. Replaces Yoga's own cache: a document is
 * validated again only if the schema or the rules change. Invalid ones are not cached: their errors retain the syntax
 * tree, and they may contain a literal secret.
 * @param maxResponseBytes Maximum size of a response.
 */
export function useDocumentCache(maxResponseBytes: number): Plugin {
  const entriesBySource = new LRUCache<string, CacheEntry>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }, source) => size + 2 * source.length,
  });
  const entriesByDocument = new WeakMap<DocumentNode, CacheEntry>();

  /** Updates the size of an entry, which lru-cache reads only when it adds one. */
  const resize = (entry: CacheEntry) => {
    const source = entry.document.loc?.source.body;
    if (source !== undefined && entriesBySource.delete(source)) entriesBySource.set(source, entry);
  };

  const getEntry = (document: DocumentNode) => {
    const cached = entriesByDocument.get(document);
    if (cached) return cached;
    const entry = new CacheEntry(document, resize);
    entriesByDocument.set(document, entry);
    return entry;
  };

  const executeFn = createExecutor((document) => getEntry(document).plans, maxResponseBytes);

  return {
    onParse({ params, setParsedDocument }) {
      const cached = entriesBySource.get(params.source.toString());
      if (cached) setParsedDocument(cached.document);
    },
    onValidate({ params: { schema, documentAST, rules }, setResult }) {
      const entry = getEntry(documentAST);
      if (entry.isValid(schema, rules)) {
        setResult([]);
        return undefined;
      }
      return ({ result }) => {
        const source = documentAST.loc?.source.body;
        if (source === undefined) return;
        if (result.length > 0) {
          entriesBySource.delete(source);
          return;
        }
        entry.setValid(schema, rules);
        entriesBySource.set(source, entry);
      };
    },
    onExecute({ setExecuteFn }) {
      setExecuteFn(executeFn);
    },
    // The schema has none. graphql-js says so.
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(subscribe);
    },
  };
}
