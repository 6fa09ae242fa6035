import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** The documents that may be run, by their ids. */
export type PersistedOperations = ReadonlyMap<string, string>;

const refused = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

/**
 * Runs only operations that were registered before, named by `extensions.persistedQuery.sha256Hash` or by
 * `documentId`; a document that a request brings is refused.
 */
export function usePersistedOperationsOnly(operations: PersistedOperations): Plugin {
  return usePersistedOperations({
    getPersistedOperation: (id) => operations.get(id) ?? null,
    extractPersistedOperationId: ({ extensions, ...params }) => {
      const named = Reflect.get(params, 'documentId');
      const id: unknown = named ?? Reflect.get(Object(extensions?.persistedQuery), 'sha256Hash');
      return typeof id === 'string' ? id.replace(/^sha256:/, '') : null;
    },
    customErrors: {
      notFound: () => refused('No registered operation has this id.'),
      keyNotFound: () => refused('This API runs registered operations only: name one by its id.'),
      persistedQueryOnly: () =>
        refused('This API runs registered operations only, and no document of a request.'),
    },
  });
}
