import { GraphQLError, parse, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GetOperationCost, OperationCost } from './operation-cost.ts';

/** Limits of one operation. */
export interface DocumentLimits {
  /** In characters. */
  readonly length: number;
  /** In tokens, without comments. */
  readonly tokens: number;
  /** Of the executed operation, with fragments expanded. */
  readonly aliases: number;
  readonly directives: number;
  /** Nesting of fields. graphql-js limits introspection by itself. */
  readonly depth: number;
  /** Query cost: each field with its upstream calls, times the lengths of the lists around it. */
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

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it.';

const createLimitError = (message: string) =>
  new GraphQLError(message, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400, spec: true } },
  });

/** Limits the number of directives of a document. */
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

/** Returns the first limit that an operation with these variables exceeds, as a sentence. */
function findExceededLimit(
  operation: OperationCost,
  variables: Record<string, unknown>,
  limits: DocumentLimits,
): string | undefined {
  const { depth, aliases } = operation;
  if (depth > limits.depth)
    return `The operation has a depth of ${depth}. The maximum depth is ${limits.depth}.`;
  if (aliases > limits.aliases)
    return `The operation has more than ${limits.aliases} aliases, with fragments expanded.`;
  const cost = operation.calculate(variables)?.total ?? 0;
  return cost > limits.cost
    ? `The operation has a cost of ${cost}. The maximum cost is ${limits.cost}. ${COST_RULE}`
    : undefined;
}

/** Enforces limits on documents and operations before execution. */
export function useDocumentLimits(
  limits: DocumentLimits,
  getOperationCost: GetOperationCost,
): Plugin {
  const rule = createDirectiveRule(limits.directives);
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
      const operation = getOperationCost(schema, document, operationName);
      const message = operation && findExceededLimit(operation, variableValues ?? {}, limits);
      if (message !== undefined) setResultAndStopExecution({ errors: [createLimitError(message)] });
    },
  };
}
