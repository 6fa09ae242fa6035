import { type DocumentNode, type GraphQLSchema, getOperationAST, print } from 'graphql';
import { LRUCache } from 'lru-cache';
import { hashDocument } from '../../shared/document-text.ts';
import { PlanCache } from '../executor/plan.ts';
import { OperationCost } from './operation-cost.ts';

/** Maximum number of cached documents, and of the bytes that they take with their plans. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a token with its node, and of a selection in a plan: measured, at most. */
const BYTES_PER_NODE = 512;

/** What is computed of a document when it is first needed. It lives as long as the document. */
class KnownDocument {
  readonly node: DocumentNode;
  readonly plans: PlanCache;
  /** By the requested name. */
  readonly #costs = new Map<string | null | undefined, OperationCost>();

  constructor(node: DocumentNode, onPlan: () => void) {
    this.node = node;
    this.plans = new PlanCache(node, onPlan);
  }

  /** A digest of the text. */
  get digest(): string {
    return hashDocument(this.node.loc?.source.body ?? print(this.node));
  }

  /** Estimated size in bytes. */
  get size(): number {
    return BYTES_PER_NODE * ((this.node.tokenCount ?? 0) + this.plans.size);
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
 * The documents of Yoga's cache, bounded in bytes. Only valid ones are added: others may contain a literal secret, and an
 * error retains the syntax tree.
 */
export class DocumentCache {
  readonly #byText = new LRUCache<string, KnownDocument>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }, text) => size + 2 * text.length,
  });
  readonly #byNode = new WeakMap<DocumentNode, KnownDocument>();

  readonly get = (text: string): DocumentNode | undefined => this.#byText.get(text)?.node;

  /** Adds a valid document. */
  add(node: DocumentNode): void {
    const text = node.loc?.source.body;
    if (text !== undefined) this.#byText.set(text, this.find(node));
  }

  /** Returns what is known of a document, cached or not. */
  find(node: DocumentNode): KnownDocument {
    const known = this.#byNode.get(node);
    if (known) return known;
    const document = new KnownDocument(node, () => this.#resize(document));
    this.#byNode.set(node, document);
    return document;
  }

  /** Updates the size of a document, which lru-cache reads only when it adds one. */
  #resize({ node }: KnownDocument) {
    const text = node.loc?.source.body;
    if (text !== undefined && this.#byText.delete(text)) this.add(node);
  }
}
