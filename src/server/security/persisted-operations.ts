import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { createBadRequestError } from '../http/bad-request-error.ts';

/** The allowed documents, by id. Ids that are SHA-256 hashes have no prefix `sha256:`. */
export type PersistedOperations = ReadonlyMap<string, string>;

/** Removes the prefix of hashes in https://github.com/graphql/graphql-over-http (appendix A). */
export const normalizeOperationId = (id: string): string => id.replace(/^sha256:/, '');

/** Returns `documentId` or `extensions.persistedQuery.sha256Hash` of a request, if there is one. */
function readOperationId({ extensions, ...params }: GraphQLParams): string | undefined {
  const id: unknown =
    Reflect.get(params, 'documentId') ??
    Reflect.get(Object(extensions?.persistedQuery), 'sha256Hash');
  return typeof id === 'string' ? normalizeOperationId(id) : undefined;
}

/**
 * Executes persisted operations only. A request has the id of one, or its exact text.
 *
 * Not @graphql-yoga/plugin-persisted-operations, which cannot find operations by their text.
 * @param isTrusted Whether the document of a request is this product's own. Default: never.
 */
export function usePersistedOperationsOnly(
  operations: PersistedOperations,
  isTrusted: (request: Request) => boolean = () => false,
): Plugin {
  const texts = new Set(operations.values());
  return {
    onParams({ request, params, setParams }) {
      if (isTrusted(request)) return;
      const id = readOperationId(params);
      if (params.query) {
        const isAllowed =
          id === undefined ? texts.has(params.query) : operations.get(id) === params.query;
        if (isAllowed) return;
        throw createBadRequestError(
          'Only persisted operations are allowed. Do not send a document.',
        );
      }
      if (id === undefined) {
        throw createBadRequestError(
          'Only persisted operations are allowed. Send the id of an operation.',
        );
      }
      const query = operations.get(id);
      if (query === undefined) throw createBadRequestError('No persisted operation has this id.');
      setParams({ ...params, query });
    },
  };
}
