import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  isIntrospectionType,
  NoSchemaIntrospectionCustomRule,
  parse,
  type ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { addLiteralProblems } from '../../graphql/value-problem.ts';
import { hashDocument } from '../../shared/document-text.ts';
import { createLimitError, type DocumentLimits } from '../executor/operation-limits.ts';
import { isIntrospection, Operation } from '../executor/plan.ts';
import type { ServerPlugin } from '../request-context.ts';

/** Maximum number of cached documents, and of the bytes that they take with their plans. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of a token with its node, and of a selection in a plan: measured, at most. */
const BYTES_PER_NODE = 512;

/** What is computed of a document when it is first needed. It lives as long as the document. */
class KnownDocument {
  readonly node: DocumentNode;
  /** The schema for which it is valid. */
  validFor: GraphQLSchema | undefined;
  /** Number of fields in its plans. */
  planSize = 0;
  readonly #onPlan: () => void;
  /** By the requested name. */
  readonly #operations = new Map<string | null | undefined, Operation>();

  /** @param onPlan called when the document has grown. */
  constructor(node: DocumentNode, onPlan: () => void) {
    this.node = node;
    this.#onPlan = onPlan;
  }

  /** Returns a query or mutation of the valid document; undefined if there is no such operation. */
  getOperation(schema: GraphQLSchema, name: string | null | undefined): Operation | undefined {
    const known = this.#operations.get(name);
    if (known?.schema === schema) return known;
    const node = getOperationAST(this.node, name);
    if (!node) return undefined;
    const operation = new Operation(schema, this.node, node, ({ size }) => {
      this.planSize += size;
      this.#onPlan();
    });
    this.#operations.set(name, operation);
    return operation;
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
    sizeCalculation: ({ node, planSize }, text) =>
      BYTES_PER_NODE * ((node.tokenCount ?? 0) + planSize) + 2 * text.length,
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

/** Maximum number of fields `__schema` and `__type` of a document. */
const MAX_INTROSPECTIONS = 2;

const createDirectiveRule =
  (maximum: number): ValidationRule =>
  (context) => {
    let count = 0;
    return {
      Directive: () => {
        count += 1;
        if (count === maximum + 1)
          context.reportError(
            createLimitError(`The document has more than ${maximum} directives.`),
          );
      },
    };
  };

/**
 * Limits introspection to what tools need. graphql-js limits its depth, but not its aliases, each of which would repeat the
 * fields of all types.
 */
const LimitIntrospectionRule: ValidationRule = (context) => {
  let count = 0;
  return {
    Field: (node) => {
      const parent = context.getParentType();
      if (node.alias && parent && isIntrospectionType(parent))
        context.reportError(createLimitError('An introspection must not have aliases.', node));
      if (!isIntrospection(node.name.value)) return;
      count += 1;
      if (count === MAX_INTROSPECTIONS + 1) {
        const message = `The document has more than ${MAX_INTROSPECTIONS} fields __schema and __type.`;
        context.reportError(createLimitError(message, node));
      }
    },
  };
};

/** Rejects `_service`, by which a subgraph shows its schema. */
const NoSubgraphSchemaRule: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '_service' || context.getParentType()?.name !== 'Query') return;
    const message =
      'GraphQL introspection has been disabled, but the requested query contained the field "_service".';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

const isGraphQLError = (error: unknown) => error instanceof GraphQLError;

/**
 * Parses and validates documents, with rules besides those of the specification. None depends on the variables, the
 * operation or the caller, because valid documents are cached for all. Not Yoga's cache, which has no bound in bytes and
 * knows rules by their names.
 * @param hasIntrospection whether documents can read the schema.
 * @param hasOtherRules whether plugins may add rules, which may depend on the caller.
 */
export function createValidation(
  documents: DocumentCache,
  { tokens, directives }: DocumentLimits,
  { hasIntrospection, hasOtherRules }: Record<'hasIntrospection' | 'hasOtherRules', boolean>,
): Pick<ServerPlugin, 'onParse' | 'onValidate'> {
  const rules = [
    createDirectiveRule(directives),
    ...(hasIntrospection
      ? [LimitIntrospectionRule]
      : [NoSchemaIntrospectionCustomRule, NoSubgraphSchemaRule]),
  ];
  return {
    onParse({ params: { source }, setParsedDocument, setParseFn }) {
      const known = documents.get(String(source));
      if (known) setParsedDocument(known);
      else setParseFn((text) => parse(text, { maxTokens: tokens }));
    },
    onValidate({ params: { schema, documentAST }, setResult, addValidationRule }) {
      const isValid = documents.find(documentAST).validFor === schema;
      if (isValid && !hasOtherRules) return setResult([]);
      for (const rule of rules) addValidationRule(rule);
      return ({ valid, result }) => {
        if (valid) documents.add(documentAST, schema);
        else addLiteralProblems(result.filter(isGraphQLError), schema, documentAST);
      };
    },
  };
}
