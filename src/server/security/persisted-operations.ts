import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { Plugin } from 'graphql-yoga';
import { createBadRequestError } from '../http/bad-request-error.ts';

/** The allowed documents, by id. */
export type PersistedOperations = ReadonlyMap<string, string>;

/**
 * Executes persisted operations only, identified by `extensions.persistedQuery.sha256Hash` or `documentId`. Rejects
 * documents in requests.
 * @param isTrusted Whether the document of a request is this product's own. Default: never.
 */
export function usePersistedOperationsOnly(
  operations: PersistedOperations,
  isTrusted: (request: Request) => boolean = () => false,
): Plugin {
  return usePersistedOperations({
    allowArbitraryOperations: isTrusted,
    getPersistedOperation: (id) => operations.get(id) ?? null,
    extractPersistedOperationId: ({ extensions, ...params }) => {
      const documentId = Reflect.get(params, 'documentId');
      const id: unknown =
        documentId ?? Reflect.get(Object(extensions?.persistedQuery), 'sha256Hash');
      return typeof id === 'string' ? id.replace(/^sha256:/, '') : null;
    },
    customErrors: {
      notFound: () => createBadRequestError('No persisted operation has this id.'),
      keyNotFound: () =>
        createBadRequestError(
          'Only persisted operations are allowed. Send the id of an operation.',
        ),
      persistedQueryOnly: () =>
        createBadRequestError('Only persisted operations are allowed. Do not send a document.'),
    },
  });
}
