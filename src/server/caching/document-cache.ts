import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByGraphQL,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { isLiteralSecretError } from '../../graphql/secret-scalar.ts';
import { execute } from '../executor/execute.ts';
import { isPromise } from '../executor/is-promise.ts';
import { measureJson } from '../executor/json-size.ts';
import { PlanCache } from '../executor/plan-cache.ts';
import { createResponseTooLargeError } from '../limits/response-limits.ts';

/** Maximum number of cached documents, and of their characters in total. */
const MAX_DOCUMENTS = 1_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];
type Rules = readonly ValidationRule[] | undefined;
type Errors = readonly Error[];
type ExecutionArgs = Parameters<Parameters<OnExecute['setExecuteFn']>[0]>[0];

/** A parsed and validated document. */
export interface CachedDocument {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Validation errors. */
  readonly errors: readonly Error[];
}

class CacheEntry {
  readonly document: DocumentNode;
  readonly plans: PlanCache;
  #rules: readonly string[] = [];
  #validated: CachedDocument | undefined;

  constructor(document: DocumentNode) {
    this.document = document;
    this.plans = new PlanCache(document);
  }

  /** The errors of the last validation, if it used this schema and rules of these names. */
  getErrors(schema: GraphQLSchema, rules: Rules = []): Errors | undefined {
    if (this.#validated?.schema !== schema || this.#rules.length !== rules.length) return undefined;
    const hasSameRules = rules.every(({ name }, index) => name === this.#rules[index]);
    return hasSameRules ? this.#validated.errors : undefined;
  }

  /** Undefined before the first validation. */
  get validated(): CachedDocument | undefined {
    return this.#validated;
  }

  setErrors(schema: GraphQLSchema, rules: Rules, errors: Errors): void {
    this.#validated = { schema, document: this.document, errors };
    this.#rules = (rules ?? []).map(({ name }) => name);
  }
}

/** A cache of documents. */
export interface DocumentCache {
  /**
   * Caches documents, parsed, validated and planned. Replaces Yoga's own cache, with the same semantics: a document is
   * validated again only if the schema or the rules change, and one that contains a literal secret is not kept.
   */
  readonly plugin: Plugin;
  /** Looks up a document by its source text. Returns undefined if it has not been validated yet. */
  get(text: string): CachedDocument | undefined;
}

/** Creates the document cache of one server, whose responses have at most `maxResponseBytes`. */
export function createDocumentCache(maxResponseBytes: number): DocumentCache {
  const entriesBySource = new LRUCache<string, CacheEntry>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, source) => source.length + 1,
  });
  const entriesByDocument = new WeakMap<DocumentNode, CacheEntry>();

  const getEntry = (document: DocumentNode) => {
    const cached = entriesByDocument.get(document);
    if (cached) return cached;
    const entry = new CacheEntry(document);
    entriesByDocument.set(document, entry);
    return entry;
  };

  const limitSize = (result: ExecutionResult): ExecutionResult =>
    measureJson(result, maxResponseBytes) > maxResponseBytes
      ? { errors: [createResponseTooLargeError(maxResponseBytes)] }
      : result;

  const plugin: Plugin = {
    onParse({ params, setParsedDocument }) {
      const source = params.source.toString();
      const cached = entriesBySource.get(source);
      if (cached) {
        setParsedDocument(cached.document);
        return undefined;
      }
      return ({ result }) => {
        if (result !== null && 'definitions' in result)
          entriesBySource.set(source, getEntry(result));
      };
    },
    onValidate({ params: { schema, documentAST, rules }, setResult }) {
      const entry = getEntry(documentAST);
      const errors = entry.getErrors(schema, rules);
      if (errors) {
        setResult(errors);
        return undefined;
      }
      return ({ result }) => {
        const source = documentAST.loc?.source.body;
        if (source !== undefined && result.some(isLiteralSecretError))
          entriesBySource.delete(source);
        entry.setErrors(schema, rules, result);
      };
    },
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => {
        const { schema, document, operationName, variableValues } = args;
        const planned = getEntry(document).plans.get(schema, operationName, variableValues ?? {});
        if (planned) {
          const { contextValue } = args;
          const { plan, variableValues } = planned;
          return execute(plan, { contextValue, variableValues, maxBytes: maxResponseBytes });
        }
        // Not Yoga's executor, which takes a record with a key `then` for a promise.
        const result = executeByGraphQL(args);
        if (isPromise(result)) return result.then(limitSize);
        // Without `data`, nothing was executed. Yoga's errors have the status.
        return 'data' in result ? limitSize(result) : executeFn(args);
      });
    },
  };
  return { plugin, get: (text) => entriesBySource.get(text)?.validated };
}
