import {
  hashKey,
  type QueryState,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCheckedClient } from './client-provider.ts';
import type { ApiError } from './errors.ts';
import type { QueryOptions } from './hook-options.ts';
import { getPollingDelay, type Polling, type PollingPace } from './polling.ts';
import {
  knowledgeDocumentPolling,
  knowledgeGroupPolling,
  meetingInvitePolling,
  sessionTranscriptPolling,
} from './polling-definitions.ts';
import { queryDefaults } from './query-defaults.ts';
import { getQueryOptions } from './query-options.ts';

type PollingOptions<Data, Selected> = Omit<QueryOptions<Data, Selected>, 'refetchInterval'> & {
  /** Replaces parts of the default pace. */
  readonly pace?: Partial<PollingPace> | undefined;
};

/** The result of a polling hook: that of `useQuery`, and whether it goes on. */
export type PollingResult<Selected> = UseQueryResult<Selected, ApiError> & {
  /** Whether polling continues. False at the final state, after a permanent error, and at the time limit. */
  readonly isPolling: boolean;
};

/**
 * A hook of `useQuery` that repeats the query until its data is final. It shares the data of the query's own hook, and
 * pauses while the page is hidden, which does not count as waiting.
 */
export type PollingHook<Data, Variables> = <Selected = Data>(
  variables: Variables,
  options?: PollingOptions<Data, Selected>,
) => PollingResult<Selected>;

type Counts = Pick<QueryState, 'dataUpdateCount' | 'errorUpdateCount'>;

const countResponses = (counts?: Counts) =>
  counts ? counts.dataUpdateCount + counts.errorUpdateCount : 0;

export function createPollingHook<Data, Variables>(
  polling: Polling<Data, Variables>,
): PollingHook<Data, Variables> {
  return <Selected>(
    variables: Variables,
    { pace, ...options }: PollingOptions<Data, Selected> = {},
  ) => {
    const queryClient = useQueryClient();
    const query = {
      ...queryDefaults.queries,
      ...getQueryOptions(polling.document, variables, useCheckedClient()),
      ...options,
    };
    const key = hashKey(query.queryKey);
    const getState = () => queryClient.getQueryState<Data, ApiError>(query.queryKey);
    const start = useMemo(() => ({ responses: countResponses(getState()) }), [queryClient, key]);
    const getDelay = (state: QueryState<Data, ApiError> | undefined) => {
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
    const result = useQuery<Data, ApiError, Selected>({
      ...query,
      refetchInterval: ({ state }) => getDelay(state) ?? false,
    });
    const isPolling = options.enabled !== false && getDelay(getState()) !== undefined;
    return { ...result, isPolling };
  };
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
