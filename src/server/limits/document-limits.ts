import { GraphQLError, parse, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { limit, setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';
import type { GetOperationCost, OperationCost } from './operation-cost.ts';

/** Limits of one operation: several times what hand-written operations need. */
export const documentLimits = z.object({
  /** In characters. */
  length: limit(50_000),
  /** In tokens, without comments. */
  tokens: limit(2_000),
  /** Of the executed operation, with fragments expanded. */
  aliases: limit(100),
  directives: limit(50),
  /** Nesting of fields. graphql-js limits introspection by itself. */
  depth: limit(12),
  /** Query cost: each field with its upstream calls, times the lengths of the lists around it. */
  cost: setting('MAX_OPERATION_COST', integer(1, 10_000_000).default(10_000), {
    description:
      'Maximum cost of an operation, and of its upstream calls: each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. Introspection counts one for two fields; that of the explorer costs about 5,500.',
  }),
});

export type DocumentLimits = z.output<typeof documentLimits>;

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. MAX_OPERATION_COST sets the maximum.';

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
