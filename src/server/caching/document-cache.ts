import type { DocumentNode, GraphQLSchema, ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { execute } from '../executor/execute.ts';
import { PlanCache } from '../executor/plan-cache.ts';

/** Documents that are remembered, at most, and the characters of all of them together. */
const MAX_DOCUMENTS = 1_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];
type Rules = readonly ValidationRule[] | undefined;
type Errors = readonly Error[];
type ExecutionArgs = Parameters<Parameters<OnExecute['setExecuteFn']>[0]>[0];

/** A document that was parsed and validated. */
export interface CachedDocument {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** What its validation found. */
  readonly errors: readonly Error[];
}

/** What is known of one document. */
class Operation {
  readonly document: DocumentNode;
  readonly plans: PlanCache;
  #rules: readonly string[] = [];
  #prepared: CachedDocument | undefined;

  constructor(document: DocumentNode) {
    this.document = document;
    this.plans = new PlanCache(document);
  }

  /** What these rules said of it before: rules of one name are one rule. */
  errorsBy(schema: GraphQLSchema, rules: Rules = []): Errors | undefined {
    if (this.#prepared?.schema !== schema || this.#rules.length !== rules.length) return undefined;
    const isSame = rules.every(({ name }, index) => name === this.#rules[index]);
    return isSame ? this.#prepared.errors : undefined;
  }

  /** Undefined before its first validation. */
  get prepared(): CachedDocument | undefined {
    return this.#prepared;
  }

  remember(schema: GraphQLSchema, rules: Rules, errors: Errors): void {
    this.#prepared = { schema, document: this.document, errors };
    this.#rules = (rules ?? []).map(({ name }) => name);
  }
}

/** Documents that were asked for. */
export interface DocumentCache {
  /**
   * Remembers them, parsed, validated and planned, so that each is worked out once. It replaces Yoga's own memory of
   * them, with the same meaning: a document that the same rules have judged before is not judged again.
   */
  readonly plugin: Plugin;
  /** What is known of a document by its text; undefined for one that has to be worked out. */
  get(text: string): CachedDocument | undefined;
}

/** A memory of one server. */
export function createDocumentCache(): DocumentCache {
  const documents = new LRUCache<string, Operation>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, source) => source.length + 1,
  });
  const operations = new WeakMap<DocumentNode, Operation>();

  const operationOf = (document: DocumentNode) => {
    const known = operations.get(document);
    if (known) return known;
    const made = new Operation(document);
    operations.set(document, made);
    return made;
  };

  const plugin: Plugin = {
    onParse({ params, setParsedDocument }) {
      const source = params.source.toString();
      const known = documents.get(source);
      if (known) {
        setParsedDocument(known.document);
        return undefined;
      }
      return ({ result }) => {
        if (result !== null && 'definitions' in result) documents.set(source, operationOf(result));
      };
    },
    onValidate({ params: { schema, documentAST, rules }, setResult }) {
      const operation = operationOf(documentAST);
      const errors = operation.errorsBy(schema, rules);
      if (errors) {
        setResult(errors);
        return undefined;
      }
      return ({ result }) => operation.remember(schema, rules, result);
    },
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => {
        const { schema, document, operationName, variableValues } = args;
        const found = operationOf(document).plans.get(schema, operationName, variableValues ?? {});
        return found
          ? execute(found.plan, args.contextValue, found.variableValues)
          : executeFn(args);
      });
    },
  };
  return { plugin, get: (text) => documents.get(text)?.prepared };
}
