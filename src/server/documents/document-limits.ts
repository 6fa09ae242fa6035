import type { ValidationRule } from 'graphql';
import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';
import { createClientError } from '../client-errors.ts';
import type { OperationCost } from './operation-cost.ts';

/** Limits of one operation besides its cost: several times what hand-written operations need. */
export const DOCUMENT_LIMITS = {
  /** In characters. */
  length: 50_000,
  /** In tokens, without comments. */
  tokens: 2_000,
  /** Of the executed operation, with fragments expanded. */
  aliases: 100,
  directives: 50,
  /** Nesting of fields. graphql-js limits introspection by itself. */
  depth: 12,
};

export const costSettings = z.object({
  /** Query cost: each field with its upstream calls, times the lengths of the lists around it. */
  cost: setting('MAX_OPERATION_COST', integer(1, 10_000_000).default(10_000), {
    description:
      'Maximum cost of an operation. Each field costs 1, or 1 for each upstream call that it can make, times the lengths of the lists around it. Two introspection fields cost 1; the introspection query of the explorer costs about 5,500. Upstream calls that are made have the same maximum.',
  }),
});

export type DocumentLimits = Readonly<typeof DOCUMENT_LIMITS> & z.output<typeof costSettings>;

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. MAX_OPERATION_COST sets the maximum.';

const createLimitError = (message: string) =>
  createClientError('GRAPHQL_VALIDATION_FAILED', message);

/** Rejects a text that is too long to parse. */
export function checkLength(text: string, { length }: DocumentLimits): void {
  if (text.length > length)
    throw createLimitError(`The document is longer than ${length} characters.`);
}

/** Creates a rule that limits the number of directives of a document. */
export const createDirectiveRule =
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
 * Rejects an operation that exceeds a limit with these variables. Returns its upstream calls: those of its root fields,
 * each of which counts as one if a variable is invalid.
 * @throws GraphQLError for the first such limit, or for an invalid argument.
 */
export function checkOperation(
  operation: OperationCost,
  variables: Record<string, unknown>,
  limits: DocumentLimits,
): number {
  const { depth, aliases, rootFields } = operation;
  if (depth > limits.depth) {
    const message = `The operation has a depth of ${depth}. The maximum depth is ${limits.depth}.`;
    throw createLimitError(message);
  }
  if (aliases > limits.aliases) {
    const message = `The operation has more than ${limits.aliases} aliases, with fragments expanded.`;
    throw createLimitError(message);
  }
  const { total, calls } = operation.calculate(variables) ?? { total: 0, calls: rootFields.length };
  if (total > limits.cost) {
    const message = `The operation has a cost of ${total}. The maximum cost is ${limits.cost}. ${COST_RULE}`;
    throw createLimitError(message);
  }
  return calls;
}
