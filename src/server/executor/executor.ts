import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByGraphQL,
  subscribe,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { execute } from './execute.ts';
import type { PlanCache } from './plan.ts';
import { createResponseTooLargeError, measureJson } from './response-limits.ts';
import { findVariableErrors } from './variable-errors.ts';

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];

type Execute = Parameters<OnExecute['setExecuteFn']>[0];

type Arguments = Parameters<Execute>[0];

/** Executes an operation that has no plan, or whose variables are invalid. */
async function executeWithoutPlan(args: Arguments, maxBytes: number): Promise<ExecutionResult> {
  const invalid = findVariableErrors(args);
  if (invalid.length > 0) return { errors: invalid };
  const result = await executeByGraphQL(args);
  return 'data' in result && measureJson(result, maxBytes) > maxBytes
    ? { errors: [createResponseTooLargeError(maxBytes)] }
    : result;
}

/**
 * Executes queries and mutations, each in one of two ways: by its plan, or by graphql-js. Yoga's executor is not used: it
 * takes a record with a key `then` for a promise.
 * @param getPlans returns the plans of a document.
 * @param maxBytes Maximum size of a response.
 */
export function useExecutor(
  getPlans: (document: DocumentNode) => PlanCache,
  maxBytes: number,
): Plugin {
  const executeOperation: Execute = (args) => {
    const { schema, document, operationName, contextValue } = args;
    const planned = getPlans(document).get(schema, operationName, args.variableValues ?? {});
    return planned
      ? execute(planned.plan, { contextValue, variableValues: planned.variableValues, maxBytes })
      : executeWithoutPlan(args, maxBytes);
  };
  return {
    onExecute: ({ setExecuteFn }) => setExecuteFn(executeOperation),
    // The schema has no subscriptions. graphql-js reports this.
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe),
  };
}
