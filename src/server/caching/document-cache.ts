import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByGraphQL,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { hasMoreValues } from '../../shared/has-more-values.ts';
import { execute } from '../executor/execute.ts';
import { isPromise } from '../executor/is-promise.ts';
import { measureJson } from '../executor/json-size.ts';
import { PlanCache } from '../executor/plan-cache.ts';
import { createResponseTooLargeError } from '../limits/response-limits.ts';

/** Maximum number of cached documents, and of the bytes that they take with their plans. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a token with its node, and of a selection in a plan: measured, at most. */
const BYTES_PER_NODE = 512;

/** Maximum number of errors of invalid variables. */
const MAX_ERRORS = 50;

/** Maximum number of values in variables with more than one error, because each error of graphql-js repeats them. */
const MAX_VALUES_OF_ERRORS = 1_000;

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];
type Rules = readonly ValidationRule[] | undefined;
type ExecutionArgs = Parameters<Parameters<OnExecute['setExecuteFn']>[0]>[0];

/** A parsed document without validation errors. */
export interface CachedDocument {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

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
  #rules: readonly string[] = [];
  #validated: CachedDocument | undefined;

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
    if (this.#validated?.schema !== schema || this.#rules.length !== rules.length) return false;
    return rules.every(({ name }, index) => name === this.#rules[index]);
  }

  /** Undefined before the first validation. */
  get validated(): CachedDocument | undefined {
    return this.#validated;
  }

  setValid(schema: GraphQLSchema, rules: Rules): void {
    this.#validated = { schema, document: this.document };
    this.#rules = (rules ?? []).map(({ name }) => name);
  }
}

/** A cache of documents. */
export interface DocumentCache {
  /**
   * Caches valid documents, parsed, validated and planned. Replaces Yoga's own cache: a document is validated again only
   * if the schema or the rules change. Invalid ones are not cached: their errors retain the syntax tree, and they may
   * contain a literal secret.
   */
  readonly plugin: Plugin;
  /** Looks up a valid document by its source text. */
  get(text: string): CachedDocument | undefined;
}

/** Creates the document cache of one server, whose responses have at most `maxResponseBytes`. */
export function createDocumentCache(maxResponseBytes: number): DocumentCache {
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

  const limitSize = (result: ExecutionResult): ExecutionResult =>
    measureJson(result, maxResponseBytes) > maxResponseBytes
      ? { errors: [createResponseTooLargeError(maxResponseBytes)] }
      : result;

  const plugin: Plugin = {
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
      setExecuteFn((args: ExecutionArgs) => {
        const { schema, document, operationName, variableValues } = args;
        const planned = getEntry(document).plans.get(schema, operationName, variableValues ?? {});
        if (planned) {
          const { contextValue } = args;
          const { plan, variableValues } = planned;
          return execute(plan, { contextValue, variableValues, maxBytes: maxResponseBytes });
        }
        // Not Yoga's executor, which takes a record with a key `then` for a promise.
        const isLarge = hasMoreValues(variableValues, MAX_VALUES_OF_ERRORS);
        const options = { maxCoercionErrors: isLarge ? 1 : MAX_ERRORS };
        const result = executeByGraphQL({ ...args, options });
        if (isPromise(result)) return result.then(limitSize);
        if ('data' in result) return limitSize(result);
        // Nothing was executed.
        for (const { extensions } of result.errors ?? []) extensions.http = { status: 400 };
        return result;
      });
    },
  };
  return { plugin, get: (text) => entriesBySource.get(text)?.validated };
}
