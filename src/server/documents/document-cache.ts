import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import { LRUCache } from 'lru-cache';
import { hashDocument } from '../../shared/document-text.ts';
import { PlanCache } from '../executor/plan.ts';
import { OperationCost } from './operation-limits.ts';

/** Maximum number of cached documents, and of the bytes that they take with their plans. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a token with its node, and of a selection in a plan: measured, at most. */
const BYTES_PER_NODE = 512;

/** What is computed of a document when it is first needed. It lives as long as the document. */
class KnownDocument {
  readonly node: DocumentNode;
  readonly plans: PlanCache;
  /** The schema for which it is valid. */
  validFor: GraphQLSchema | undefined;
  /** By the requested name. */
  readonly #costs = new Map<string | null | undefined, OperationCost>();

  constructor(node: DocumentNode, onPlan: () => void) {
    this.node = node;
    this.plans = new PlanCache(node, onPlan);
  }

  /** Returns the cost of an operation of a valid document; undefined if there is no such operation. */
  getCost(schema: GraphQLSchema, name: string | null | undefined): OperationCost | undefined {
    const known = this.#costs.get(name);
    if (known?.schema === schema) return known;
    const operation = getOperationAST(this.node, name);
    if (!operation) return undefined;
    const cost = new OperationCost(schema, this.node, operation);
    this.#costs.set(name, cost);
    return cost;
  }
}

/**
 * The valid documents of all callers by their text, bounded in bytes. Others may contain a literal secret, and an error
 * retains the syntax tree. Clients may send the hash of a cached document instead (automatic persisted queries): it says
 * nothing to anyone who does not know the document.
 */
export class DocumentCache {
  readonly #texts = new Map<string, string>();
  readonly #byText = new LRUCache<string, KnownDocument>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ node, plans }, text) =>
      BYTES_PER_NODE * ((node.tokenCount ?? 0) + plans.size) + 2 * text.length,
    dispose: (_, text) => this.#texts.delete(hashDocument(text)),
  });
  readonly #byNode = new WeakMap<DocumentNode, KnownDocument>();

  /** Returns the document with a text. */
  get(text: string): DocumentNode | undefined {
    return this.#byText.get(text)?.node;
  }

  /** Returns the text of the cached document with a hash. */
  getText(hash: string): string | undefined {
    return this.#texts.get(hash);
  }

  /** Adds a document that is valid for a schema. */
  add(node: DocumentNode, schema: GraphQLSchema): void {
    const text = node.loc?.source.body;
    if (text === undefined) return;
    const document = this.find(node);
    document.validFor = schema;
    this.#byText.set(text, document);
    if (this.#byText.has(text)) this.#texts.set(hashDocument(text), text);
  }

  /** Returns what is known of a document, cached or not. */
  find(node: DocumentNode): KnownDocument {
    const known = this.#byNode.get(node);
    if (known) return known;
    const document: KnownDocument = new KnownDocument(node, () => {
      // lru-cache reads the size of a document only when it adds one.
      const isCached = this.#byText.delete(node.loc?.source.body ?? '');
      if (isCached && document.validFor) this.add(node, document.validFor);
    });
    this.#byNode.set(node, document);
    return document;
  }
}
