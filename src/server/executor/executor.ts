import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByGraphQL,
  subscribe,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { addVariableProblems } from '../../graphql/value-problem.ts';
import { hasMoreValues } from '../../shared/json-limits.ts';
import { execute } from './execute.ts';
import { measureJson } from './json-size.ts';
import type { PlanCache } from './plan-cache.ts';
import { createResponseTooLargeError } from './response-limits.ts';

/** Maximum number of errors of invalid variables. */
const MAX_ERRORS = 50;

/** Maximum number of values in variables with more than one error, because each error of graphql-js repeats them. */
const MAX_VALUES_OF_ERRORS = 1_000;

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];

type Execute = Parameters<OnExecute['setExecuteFn']>[0];

type Arguments = Parameters<Execute>[0];

/** Executes an operation that has no plan, or whose variables may be invalid. */
async function executeWithoutPlan(args: Arguments, maxBytes: number): Promise<ExecutionResult> {
  const maxCoercionErrors = hasMoreValues(args.variableValues, MAX_VALUES_OF_ERRORS)
    ? 1
    : MAX_ERRORS;
  const result = await executeByGraphQL({ ...args, options: { maxCoercionErrors } });
  if (!('data' in result)) {
    // Nothing was executed.
    const { errors = [] } = result;
    addVariableProblems(errors, args);
    for (const { extensions } of errors) extensions.http = { status: 400 };
    return result;
  }
  return measureJson(result, maxBytes) > maxBytes
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
