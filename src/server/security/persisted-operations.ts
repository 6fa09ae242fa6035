import type { GraphQLParams } from 'graphql-yoga';
import { createBadRequestError } from '../http/bad-request-error.ts';
import type { ServerPlugin } from '../request-context.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** Returns `documentId` or `extensions.persistedQuery.sha256Hash` of a request, if there is one. */
function readOperationId({ extensions, ...params }: GraphQLParams): string | undefined {
  const id: unknown =
    Reflect.get(params, 'documentId') ??
    Reflect.get(Object(extensions?.persistedQuery), 'sha256Hash');
  return typeof id === 'string' ? id : undefined;
}

const isText = (query: unknown): query is string => typeof query === 'string';

/**
 * Executes trusted documents only, besides those of the product's own tools. A request has the id of one or its text. Hashes of automatic persisted queries are
 * replaced by texts before.
 *
 * Not @graphql-yoga/plugin-persisted-operations, which cannot find operations by their text.
 */
export function usePersistedOperationsOnly(documents: TrustedDocuments): ServerPlugin {
  return {
    onParams({ context, params, setParams }) {
      if (context.toolCall) return;
      const id = readOperationId(params);
      // Clients may send any JSON, which Yoga checks only after this hook.
      const query: unknown = params.query;
      if (query) {
        if (isText(query) && documents.has(query, id)) return;
        throw createBadRequestError(
          'Only persisted operations are allowed, and this document is not one of them.',
        );
      }
      if (id === undefined) {
        throw createBadRequestError(
          'Only persisted operations are allowed. Send the id of an operation.',
        );
      }
      const text = documents.get(id);
      if (text === undefined) throw createBadRequestError('No persisted operation has this id.');
      setParams({ ...params, query: text });
    },
  };
}
