import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  print,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { addLiteralProblems } from '../../graphql/value-problem.ts';
import { hashDocument } from '../../shared/document-text.ts';
import { PlanCache } from '../executor/plan-cache.ts';
import { createDirectiveRule, type DocumentLimits } from './document-limits.ts';
import { OperationCost } from './operation-cost.ts';

/** Maximum number of cached documents, and of the bytes that they take with their plans. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a token with its node, and of a selection in a plan: measured, at most. */
const BYTES_PER_NODE = 512;

const ruleNumbers = new WeakMap<ValidationRule, number>();
let ruleCount = 0;

/**
 * Returns the number of a rule, which identifies it. Not its name: a plugin may create its rule for each request, and what
 * that allows may depend on the caller. A cached rule would retain that request.
 */
function getRuleNumber(rule: ValidationRule): number {
  const known = ruleNumbers.get(rule);
  if (known !== undefined) return known;
  ruleCount += 1;
  ruleNumbers.set(rule, ruleCount);
  return ruleCount;
}

/** Rejects `_service`, by which a subgraph shows its schema. */
const NoSubgraphSchemaRule: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '_service' || context.getParentType()?.name !== 'Query') return;
    const message =
      'GraphQL introspection has been disabled, but the requested query contained the field "_service".';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/** Rules that hide the schema: they reject introspection, also by `_service`. */
const NO_INTROSPECTION: readonly ValidationRule[] = [
  NoSchemaIntrospectionCustomRule,
  NoSubgraphSchemaRule,
];

/** Counts the tokens of a document, comments included. */
function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}

/** Everything that is known of a document. It is computed when it is first needed, and kept while the document is cached. */
export class KnownDocument {
  readonly node: DocumentNode;
  readonly plans: PlanCache;
  /** The normalized text of a trusted document. */
  trustedForm: string | undefined;
  #digest: string | undefined;
  readonly #tokens: number;
  readonly #maxCost: number;
  #costs = new Map<string | null | undefined, OperationCost>();
  #schema: GraphQLSchema | undefined;
  #ruleNumbers: readonly number[] = [];

  constructor(node: DocumentNode, maxCost: number, onPlan: (document: KnownDocument) => void) {
    this.node = node;
    this.#maxCost = maxCost;
    this.plans = new PlanCache(node, () => onPlan(this));
    this.#tokens = countTokens(node);
  }

  /** A digest of the text, which identifies the document in every process. */
  get digest(): string {
    this.#digest ??= hashDocument(this.node.loc?.source.body ?? print(this.node));
    return this.#digest;
  }

  /** Estimated size in bytes, with all plans. */
  get size(): number {
    return BYTES_PER_NODE * (this.#tokens + this.plans.size);
  }

  /** Whether the last validation used this schema and these rules. */
  isValid(schema: GraphQLSchema, rules: readonly ValidationRule[]): boolean {
    if (this.#schema !== schema || this.#ruleNumbers.length !== rules.length) return false;
    return rules.every((rule, index) => getRuleNumber(rule) === this.#ruleNumbers[index]);
  }

  setValid(schema: GraphQLSchema, rules: readonly ValidationRule[]): void {
    if (this.#schema !== schema) this.#costs.clear();
    this.#schema = schema;
    this.#ruleNumbers = rules.map(getRuleNumber);
  }

  /** Returns the cost of an operation of a valid document; undefined if there is no such operation. */
  getCost(
    schema: GraphQLSchema,
    operationName: string | null | undefined,
  ): OperationCost | undefined {
    const cached = this.#costs.get(operationName);
    if (cached) return cached;
    const operation = getOperationAST(this.node, operationName);
    if (!operation) return undefined;
    const cost = new OperationCost(schema, this.node, operation, this.#maxCost);
    this.#costs.set(operationName, cost);
    return cost;
  }
}

/**
 * Parses and validates documents, and caches those that are valid with all that is known of them. A document is validated
 * again only if the schema or the rules change. Invalid ones are not cached: their errors retain the syntax tree, and
 * they may contain a literal secret.
 */
export class Documents {
  readonly #limits: DocumentLimits;
  readonly #rules: readonly ValidationRule[];
  readonly #byText = new LRUCache<string, KnownDocument>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }, text) => size + 2 * text.length,
  });
  readonly #byNode = new WeakMap<DocumentNode, KnownDocument>();

  /** @param hasIntrospection whether documents can read the schema. */
  constructor(limits: DocumentLimits, hasIntrospection: boolean) {
    this.#limits = limits;
    this.#rules = [
      createDirectiveRule(limits.directives),
      ...(hasIntrospection ? [] : NO_INTROSPECTION),
    ];
  }

  /** @throws GraphQLError for a syntax error, or too many tokens. */
  readonly parse = (text: string): DocumentNode =>
    this.#byText.get(text)?.node ?? parse(text, { maxTokens: this.#limits.tokens });

  /** Returns what is known of the document with this text; undefined if it cannot be parsed. */
  find(text: string): KnownDocument | undefined {
    try {
      return this.get(this.parse(text));
    } catch {
      return undefined;
    }
  }

  get(node: DocumentNode): KnownDocument {
    const known = this.#byNode.get(node);
    if (known) return known;
    const document = new KnownDocument(node, this.#limits.cost, this.#resize);
    this.#byNode.set(node, document);
    return document;
  }

  /** Validates a document by the rules of the specification, which Yoga passes, with those of plugins, and its own. */
  readonly validate = (
    schema: GraphQLSchema,
    node: DocumentNode,
    rules: readonly ValidationRule[] = specifiedRules,
  ): readonly GraphQLError[] => {
    const document = this.get(node);
    if (document.isValid(schema, rules)) return [];
    const errors = validate(schema, node, [...rules, ...this.#rules]);
    const text = node.loc?.source.body;
    if (errors.length > 0) addLiteralProblems(errors, schema, node);
    if (text === undefined) return errors;
    if (errors.length > 0) {
      this.#byText.delete(text);
    } else {
      document.setValid(schema, rules);
      this.#byText.set(text, document);
    }
    return errors;
  };

  /** Updates the size of a document, which lru-cache reads only when it adds one. */
  readonly #resize = (document: KnownDocument) => {
    const text = document.node.loc?.source.body;
    if (text !== undefined && this.#byText.delete(text)) this.#byText.set(text, document);
  };
}
