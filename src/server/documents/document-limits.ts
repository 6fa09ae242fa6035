import type { ASTNode, GraphQLError } from 'graphql';
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
      'Maximum cost of an operation, and of its upstream calls. Each field costs 1, or 1 for each call that it can make, times the lengths of the lists around it.',
  }),
});

export type DocumentLimits = Readonly<typeof DOCUMENT_LIMITS> & z.output<typeof costSettings>;

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. MAX_OPERATION_COST sets the maximum.';

/** Creates the error for a document or an operation that exceeds a limit. */
export const createLimitError = (message: string, nodes?: ASTNode): GraphQLError =>
  createClientError('OPERATION_TOO_LARGE', message, { nodes });

/** Rejects a text that is too long to parse. */
export function checkLength(text: string, { length }: DocumentLimits): void {
  if (text.length > length)
    throw createLimitError(`The document is longer than ${length} characters.`);
}

/** Fields that an operation can have once, because each creates a token for another visitor. */
const ONCE = ['createGuestToken'];

/** A count beyond this number is not printed, because fragments can double it again and again. */
const MAX_PRINTED = 1_000_000;

const printCount = (count: number) =>
  count > MAX_PRINTED ? `more than ${MAX_PRINTED}` : String(count);

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
  const { rootFields } = operation;
  const cost = operation.calculate(variables);
  // The executor reports the variables.
  if (!cost) return rootFields.length;
  const { depth, aliases, total, calls } = cost;
  if (depth > limits.depth) {
    const message = `The operation has a depth of ${depth}. The maximum depth is ${limits.depth}.`;
    throw createLimitError(message);
  }
  if (aliases > limits.aliases) {
    const message = `The operation has ${printCount(aliases)} aliases, with fragments expanded. The maximum is ${limits.aliases}.`;
    throw createLimitError(message);
  }
  const repeated = ONCE.find((name) => rootFields.filter((each) => each === name).length > 1);
  if (repeated !== undefined)
    throw createLimitError(`An operation can have ${repeated} only once.`);
  if (total > limits.cost) {
    const message = `The operation has a cost of ${printCount(total)}. The maximum cost is ${limits.cost}. ${COST_RULE}`;
    throw createLimitError(message);
  }
  return calls;
}
