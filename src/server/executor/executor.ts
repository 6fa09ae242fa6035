import { type DocumentNode, type ExecutionResult, execute as executeByGraphQL } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { hasMoreValues } from '../../shared/has-more-values.ts';
import { execute } from './execute.ts';
import { isPromise } from './is-promise.ts';
import { measureJson } from './json-size.ts';
import type { PlanCache } from './plan-cache.ts';
import { createResponseTooLargeError } from './response-limits.ts';

/** Maximum number of errors of invalid variables. */
const MAX_ERRORS = 50;

/** Maximum number of values in variables with more than one error, because each error of graphql-js repeats them. */
const MAX_VALUES_OF_ERRORS = 1_000;

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];

type Execute = Parameters<OnExecute['setExecuteFn']>[0];

/**
 * Creates the executor of queries and mutations. Each is executed in one of two ways: by its plan, or by graphql-js if it
 * has no plan or its variables may be invalid. Yoga's executor is not used: it takes a record with a key `then` for a
 * promise.
 * @param getPlans returns the plans of a document.
 * @param maxBytes Maximum size of a response.
 */
export function createExecutor(
  getPlans: (document: DocumentNode) => PlanCache,
  maxBytes: number,
): Execute {
  const limitSize = (result: ExecutionResult): ExecutionResult =>
    measureJson(result, maxBytes) > maxBytes
      ? { errors: [createResponseTooLargeError(maxBytes)] }
      : result;

  return (args: Parameters<Execute>[0]) => {
    const { schema, document, operationName, contextValue } = args;
    const inputs = args.variableValues ?? {};
    const planned = getPlans(document).get(schema, operationName, inputs);
    if (planned) {
      const { plan, variableValues } = planned;
      return execute(plan, { contextValue, variableValues, maxBytes });
    }
    const maxCoercionErrors = hasMoreValues(inputs, MAX_VALUES_OF_ERRORS) ? 1 : MAX_ERRORS;
    const result = executeByGraphQL({ ...args, options: { maxCoercionErrors } });
    if (isPromise(result)) return result.then(limitSize);
    if ('data' in result) return limitSize(result);
    // Nothing was executed.
    for (const { extensions } of result.errors ?? []) extensions.http = { status: 400 };
    return result;
  };
}
