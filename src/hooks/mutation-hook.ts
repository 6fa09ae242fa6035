import {
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Client, sendOperation } from './client.ts';
import { useClient } from './client-provider.ts';
import type { AnyApiError } from './errors.ts';
import type { RequestOptions } from './send-request.ts';
import { getOperationName, type TypedDocument, type WithVariables } from './typed-document.ts';

/** Arguments of `mutate`: variables, and the options of TanStack Query and of the request. */
type MutateArguments<Data, TError, Variables, TContext> = WithVariables<
  Variables,
  MutateOptions<Data, TError, Variables, TContext> & RequestOptions
>;

type WithRequestOptions<Result, Arguments extends unknown[], Data> = Result extends unknown
  ? Omit<Result, 'mutate' | 'mutateAsync'> & {
      /** Runs the mutation. Its options may have an abort signal and a callback for an upload's progress. */
      mutate: (...args: Arguments) => void;
      /** As `mutate`, but returns a promise of the data. */
      mutateAsync: (...args: Arguments) => Promise<Data>;
    }
  : never;

/** The result of a mutation's hook: that of `useMutation`, with request options in `mutate`. */
export type MutationResult<Data, TError, Variables, TContext> = WithRequestOptions<
  UseMutationResult<Data, TError, Variables, TContext>,
  MutateArguments<Data, TError, Variables, TContext>,
  Data
>;

/** A hook of `useMutation`. */
export interface MutationHook<Data, Variables> {
  <TError = AnyApiError, TContext = unknown>(
    options?: UseMutationOptions<Data, TError, Variables, TContext>,
  ): MutationResult<Data, TError, Variables, TContext>;
  /** Returns the mutation's key. */
  getKey(): readonly [operation: string];
}

/** TanStack Query passes only variables to a mutation's function, so each call's are an object of its own. */
const requestOptions = new WeakMap<object, RequestOptions>();

/** What a mutation's hook runs. */
type Run<Data, Variables> = (
  client: Client,
  variables: Variables,
  options: RequestOptions,
) => Promise<Data>;

/** Creates the hook of an operation, or of several that a function runs. */
export function createHookOf<Data, Variables extends object>(
  name: string,
  runWith: Run<Data, Variables>,
): MutationHook<Data, Variables> {
  const getKey = () => [name] as const;
  const useOperation = <TError, TContext>(
    options?: UseMutationOptions<Data, TError, Variables, TContext>,
  ) => {
    const client = useClient();
    const result = useMutation<Data, TError, Variables, TContext>({
      mutationKey: getKey(),
      mutationFn: (variables) => runWith(client, variables, requestOptions.get(variables) ?? {}),
      ...options,
    });
    const { mutateAsync } = result;
    const run = useCallback(
      (
        variables?: Variables,
        {
          signal,
          onUploadProgress,
          ...rest
        }: MutateOptions<Data, TError, Variables, TContext> & RequestOptions = {},
      ) => {
        // A copy of variables has their type; without any, an empty object has.
        const call = { ...variables } as Variables;
        requestOptions.set(call, { signal, onUploadProgress });
        return mutateAsync(call, rest);
      },
      [mutateAsync],
    );
    const mutate = useCallback(
      (...args: Parameters<typeof run>) => void run(...args).catch(() => {}),
      [run],
    );
    return { ...result, mutate, mutateAsync: run };
  };
  // Whether variables are optional is not known while their type is a parameter.
  return Object.assign(useOperation, { getKey }) as unknown as MutationHook<Data, Variables>;
}

/** Creates the hook of a mutation. */
export const createMutationHook = <Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
): MutationHook<Data, Variables> =>
  createHookOf(getOperationName(document), (client, variables: Variables, options) =>
    sendOperation(client, document, variables, options),
  );
