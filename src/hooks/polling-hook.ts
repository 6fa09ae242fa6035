import {
  hashKey,
  type QueryState,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyApiError } from './errors.ts';
import { getPollingDelay, type Polling, type PollingPace } from './polling.ts';
import {
  knowledgeDocumentPolling,
  knowledgeGroupPolling,
  meetingInvitePolling,
  sessionTranscriptPolling,
} from './pollings.ts';
import { queryDefaults } from './query-defaults.ts';
import { useCheckedClient, type WithOptionalKey } from './query-hook.ts';
import { getQueryOptions } from './query-options.ts';
import type { VariablesParameter, WithVariables } from './typed-document.ts';

type Options<Data, TError, TData> = Omit<
  WithOptionalKey<UseQueryOptions<Data, TError, TData>>,
  'refetchInterval'
> & {
  /** Replaces parts of the default pace. */
  readonly pace?: Partial<PollingPace> | undefined;
};

/** The result of a polling hook: that of `useQuery`, and whether it goes on. */
export type PollingResult<TData, TError> = UseQueryResult<TData, TError> & {
  /** Whether further requests follow. False at the final state, after a permanent error, and at the time limit. */
  readonly isPolling: boolean;
};

/**
 * A hook of `useQuery` that repeats the query until its data is final. It shares the data of the query's own hook, and
 * pauses while the page is hidden, which does not count as waiting.
 */
export type PollingHook<Data, Variables> = <TData = Data, TError extends Error = AnyApiError>(
  ...[variables, options]: WithVariables<Variables, Options<Data, TError, TData>>
) => PollingResult<TData, TError>;

type Counts = Pick<QueryState, 'dataUpdateCount' | 'errorUpdateCount'>;

const countResponses = (counts?: Counts) =>
  counts ? counts.dataUpdateCount + counts.errorUpdateCount : 0;

/** Creates a hook that polls. */
export function createPollingHook<Data, Variables>(
  polling: Polling<Data, Variables>,
): PollingHook<Data, Variables> {
  const usePolling = <TData, TError extends Error>(
    variables?: VariablesParameter<Variables>[0],
    { pace, ...options }: Partial<Options<Data, TError, TData>> = {},
  ) => {
    const queryClient = useQueryClient();
    const query = {
      ...queryDefaults.queries,
      ...getQueryOptions(useCheckedClient(), polling.document, variables),
      ...options,
    };
    const key = hashKey(query.queryKey);
    const getState = () => queryClient.getQueryState<Data, TError>(query.queryKey);
    const start = useMemo(() => ({ responses: countResponses(getState()) }), [queryClient, key]);
    const getDelay = (state: QueryState<Data, TError> | undefined) => {
      const responses = countResponses(state);
      const { data, error } = state ?? {};
      // What changes after a final state is polled as if it were new.
      if (data !== undefined && polling.isFinal(data)) start.responses = responses;
      return getPollingDelay(
        polling,
        { data, error, responses: responses - start.responses },
        pace,
      );
    };
    const result = useQuery<Data, TError, TData>({
      ...query,
      refetchInterval: ({ state }) => getDelay(state) ?? false,
    });
    const isPolling = options.enabled !== false && getDelay(getState()) !== undefined;
    return { ...result, isPolling };
  };
  // Whether variables are optional is not known while their type is a parameter.
  return usePolling as PollingHook<Data, Variables>;
}

/** Polls a document until its text is searchable, or its processing has failed. */
export const useKnowledgeDocumentPolling =
  /*#__PURE__*/ createPollingHook(knowledgeDocumentPolling);

/** Polls a group until all its documents are searchable, or their processing has failed. */
export const useKnowledgeGroupPolling = /*#__PURE__*/ createPollingHook(knowledgeGroupPolling);

/** Polls a session until it has ended and has a transcript. */
export const useSessionTranscriptPolling =
  /*#__PURE__*/ createPollingHook(sessionTranscriptPolling);

/** Polls an invite until the meeting has ended, or the persona cannot join. */
export const useMeetingInvitePolling = /*#__PURE__*/ createPollingHook(meetingInvitePolling);
