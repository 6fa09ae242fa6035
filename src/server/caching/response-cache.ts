import { hash } from 'node:crypto';
import { type ExecutionResult, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { PromiseOrValue } from 'graphql/jsutils/PromiseOrValue.js';
import { DiagnosticEvent } from '../../shared/diagnostic-event.ts';
import { FairCache } from '../../shared/fair-cache.ts';
import { SingleFlight } from '../../shared/single-flight.ts';
import { isTimeoutError } from '../../upstream/errors.ts';
import { createClientError } from '../client-errors.ts';
import type { DocumentCache } from '../documents/document-cache.ts';
import type { Freshness, RequestContext, ServerPlugin } from '../request-context.ts';

/** Maximum number of cached responses, and of the bytes that they take. */
const MAX_RESPONSES = 1_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Bytes of a response for each character of its JSON, at most: an object of one field, `{"a":1}`, takes 56. */
const BYTES_PER_CHARACTER = 8;

/** The credential of a request, whose changes invalidate responses, and whose request it is. */
export type CacheCredential = Pick<
  RequestContext,
  'credentialId' | 'dataVersion' | 'invalidate' | 'subject'
>;

/** The cache entry of one query for those who may share its response. */
export interface CacheEntry {
  readonly response: ExecutionResult | undefined;
  set(response: ExecutionResult, seconds: number): void;
}

/** Where responses are cached, such as where several processes share them. */
export interface ResponseCache {
  /**
   * Looks up the response to `query`, a digest that identifies it and those who may share its response. Returns undefined
   * if nothing can be cached now.
   */
  find(credential: CacheCredential, query: string): PromiseOrValue<CacheEntry | undefined>;
}

/** A query's lookup in the response cache. A query that waits for an identical concurrent one is a miss. */
export const responseCacheLookups = new DiagnosticEvent<{ readonly isHit: boolean }>(
  'response-cache-lookup',
);

interface Options {
  readonly documents: DocumentCache;
  /** Maximum time to cache a response without errors, in seconds. 0 turns caching off. */
  readonly seconds: number;
  /** Default: in this process's memory. */
  readonly cache?: ResponseCache | undefined;
  /**
   * Whether callers never share cached responses, because plugins may make a response depend on any property of its
   * caller. Default: callers with the same visibility share them.
   */
  readonly isPerCaller?: boolean;
}

/** Creates a key of fixed length. Otherwise the cache would retain what clients send. */
const createKey = (...parts: readonly unknown[]) =>
  hash('sha256', JSON.stringify(parts), 'base64url');

/** Lists the names and values of the variables that an operation declares. Clients may send others, which are ignored. */
const listVariables = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
) =>
  variableDefinitions.flatMap(({ variable: { name } }) =>
    Object.hasOwn(values, name.value) ? [name.value, values[name.value]] : [],
  );

/**
 * Converts the error of a follower whose deadline passed before the leader's result.
 * @throws any other error.
 */
function createTimeoutResult(error: unknown): ExecutionResult {
  if (!isTimeoutError(error)) throw error;
  return {
    errors: [createClientError('UPSTREAM_TIMEOUT', 'The upstream did not respond in time.')],
  };
}

function createMemoryCache(): ResponseCache {
  const responses = new FairCache<{ readonly response: ExecutionResult; readonly until: number }>({
    maxEntries: MAX_RESPONSES,
    maxBytes: MAX_BYTES,
  });
  return {
    find: ({ dataVersion, subject = '' }, query) => {
      const key = `${dataVersion} ${query}`;
      const found = responses.get(key);
      return {
        response: found && found.until > performance.now() ? found.response : undefined,
        set: (response, seconds) => {
          const until = performance.now() + seconds * 1000;
          const bytes = BYTES_PER_CHARACTER * JSON.stringify(response).length;
          responses.set(subject, key, { response, until }, bytes);
        },
      };
    },
  };
}

/**
 * Deduplicates concurrent identical queries of one caller and, with `seconds`, caches their responses for all callers
 * with the same visibility. Callers share no execution, because its errors can be about one caller: its calls are
 * queued or rejected by their share of the limits. Errors are not cached. All other hooks (limits, validation) still
 * run for each request. Mutations are never shared.
 */
export function useResponseCache({
  documents,
  seconds,
  cache = createMemoryCache(),
  isPerCaller = false,
}: Options): ServerPlugin {
  const flights = new SingleFlight<{
    readonly result: ExecutionResult;
    readonly requestId: string;
    readonly freshness: Freshness;
  }>();

  const findEntry = async (context: RequestContext, query: readonly unknown[]) => {
    const audience = isPerCaller ? context.identity : context.visibility;
    const entry = await cache.find(context, createKey(audience, ...query));
    if (!entry) return undefined;
    context.cacheSeconds = seconds;
    const isHit = entry.response !== undefined;
    responseCacheLookups.publish({ isHit });
    context.cacheStatus = isHit ? 'hit' : 'miss';
    return entry;
  };

  const executeAndCache = async (
    { freshness }: RequestContext,
    entry: CacheEntry,
    execute: () => PromiseOrValue<ExecutionResult>,
  ) => {
    const result = await execute();
    const ttl = result.errors ? 0 : Math.min(seconds, freshness.cacheSeconds);
    if (ttl > 0) entry.set(result, ttl);
    return result;
  };

  /**
   * Returns the cached response, or the result of an execution shared with concurrent identical queries of the caller.
   */
  const getResponse = async (
    query: readonly unknown[],
    context: RequestContext,
    execute: () => PromiseOrValue<ExecutionResult>,
  ) => {
    const entry = seconds > 0 ? await findEntry(context, query) : undefined;
    // A copy, because plugins may modify it.
    if (entry?.response) return { ...entry.response };
    // Only now: looking up the entry may have changed the version.
    const key = createKey(context.identity, context.dataVersion, ...query);
    try {
      const { result, requestId, freshness } = await flights.run(key, context, async () => ({
        result: await (entry ? executeAndCache(context, entry, execute) : execute()),
        requestId: context.requestId,
        freshness: context.freshness,
      }));
      context.freshness = freshness;
      if (requestId !== context.requestId) context.executedBy = requestId;
      return { ...result };
    } catch (error) {
      return createTimeoutResult(error);
    }
  };

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { document, operationName, contextValue } = args;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== 'query') return;
      const variables = listVariables(operation, args.variableValues ?? {});
      const query = [documents.find(document).digest, operation.name?.value, variables];
      setExecuteFn((given) => getResponse(query, contextValue, () => executeFn(given)));
    },
  };
}
