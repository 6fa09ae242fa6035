import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Limits of one operation. */
export interface DocumentLimits {
  /** In characters. */
  readonly length: number;
  /** In tokens, without comments. */
  readonly tokens: number;
  readonly aliases: number;
  readonly directives: number;
  /** Nesting of fields. graphql-js limits introspection by itself. */
  readonly depth: number;
  /** Query cost: each field times the page sizes of the lists around it. */
  readonly cost: number;
}

/** Several times what hand-written operations need. */
export const DOCUMENT_LIMITS: DocumentLimits = {
  length: 50_000,
  tokens: 2_000,
  aliases: 100,
  directives: 50,
  depth: 12,
  cost: 10_000,
};

const createLimitError = (message: string, node?: DocumentNode) =>
  new GraphQLError(message, {
    nodes: node ?? null,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400, spec: true } },
  });

/** Limits the number of aliases and directives of a document. */
const createCountRule =
  (limits: DocumentLimits): ValidationRule =>
  (context) => {
    const counts = { aliases: 0, directives: 0 };
    const count = (kind: keyof typeof counts) => {
      counts[kind] += 1;
      if (counts[kind] === limits[kind] + 1) {
        context.reportError(
          createLimitError(`The document has more than ${limits[kind]} ${kind}.`),
        );
      }
    };
    return {
      Field: ({ alias }) => {
        if (alias) count('aliases');
      },
      Directive: () => count('directives'),
    };
  };

/** Returns a document with the requested operation and all fragments; other operations cost nothing. */
function extractOperation(document: DocumentNode, operationName: string | null | undefined) {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { ...document, definitions: [operation, ...fragments] };
}

type Variables = Readonly<Record<string, unknown>>;

/** Maximum number of cached costs per document: one for each set of page sizes. */
const MAX_CACHED_COSTS = 64;

const hasInvalidVariables = (error: unknown) =>
  error instanceof GraphQLError && error.nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION;

/** What of a variable affects the cost: a number, the length of a list, and whether a default replaces it. */
function describeVariable(value: unknown): string {
  if (typeof value === 'number' || value === null) return String(value);
  return Array.isArray(value) ? `#${value.length}` : '';
}

/** Returns a key of the variables that affect the cost. Clients choose the names, so they are quoted. */
function createVariablesKey(variables: Variables): string {
  let key = '';
  for (const [name, value] of Object.entries(variables)) {
    key += `${JSON.stringify(name)}=${describeVariable(value)};`;
  }
  return key;
}

/**
 * Creates a function that calculates the depth and cost of an operation. It returns undefined if there is no such
 * operation or its variables are invalid; the executor reports why. It throws GraphQLError for an invalid argument, which
 * the executor would report for its field only, and execute the others.
 */
function createCostCalculator() {
  const cache = new WeakMap<DocumentNode, Map<string, ReturnType<typeof complexityFromQuery>>>();
  return (
    schema: GraphQLSchema,
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Variables,
  ) => {
    const complexities = cache.get(document) ?? new Map();
    cache.set(document, complexities);
    const key = `${operationName ?? ''};${createVariablesKey(variables)}`;
    const cached = complexities.get(key);
    if (cached) return cached;
    const operation = extractOperation(document, operationName);
    if (!operation) return undefined;
    try {
      const calculated = complexityFromQuery(operation, { schema, variables });
      if (complexities.size >= MAX_CACHED_COSTS) complexities.clear();
      complexities.set(key, calculated);
      return calculated;
    } catch (error) {
      if (hasInvalidVariables(error)) return undefined;
      throw error;
    }
  };
}

/** Enforces limits on documents and operations before execution. */
export function useDocumentLimits(limits: DocumentLimits): Plugin {
  const rule = createCountRule(limits);
  const calculateCost = createCostCalculator();
  return {
    onParams({ params }) {
      if (typeof params.query === 'string' && params.query.length > limits.length) {
        throw createLimitError(`The document is longer than ${limits.length} characters.`);
      }
    },
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source, { ...options, maxTokens: limits.tokens }));
    },
    onValidate({ addValidationRule }) {
      addValidationRule(rule);
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args;
      const calculated = calculateCost(schema, document, operationName, variableValues ?? {});
      if (!calculated) return;
      const { depth, complexity: cost } = calculated;
      if (depth > limits.depth) {
        const message = `The operation has a depth of ${depth}. The maximum depth is ${limits.depth}.`;
        setResultAndStopExecution({ errors: [createLimitError(message)] });
      } else if (cost > limits.cost) {
        const message = `The operation has a cost of ${cost}. The maximum cost is ${limits.cost}. Each field counts once, times the page sizes of the lists around it.`;
        setResultAndStopExecution({ errors: [createLimitError(message)] });
      }
    },
  };
}
