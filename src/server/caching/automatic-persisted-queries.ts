import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { hashDocument } from '../../shared/hash-document.ts';
import { createBadRequestError } from '../http/bad-request-error.ts';
import type { ServerPlugin } from '../request-context.ts';
import type { TrustedDocuments } from '../security/trusted-documents.ts';

/** Maximum number of registered documents in memory, and of the bytes that they take. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Registered documents that several processes share. */
export interface SharedDocuments {
  /** Returns the document with this SHA-256 hash, or undefined if there is none. */
  get(hash: string): Promise<string | undefined>;
  set(hash: string, document: string): Promise<void>;
}

/** `extensions.persistedQuery` of a request. */
const PersistedQuery = z.object({
  version: z.literal(1),
  sha256Hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Clients recognize the message or the code and repeat the request with the document. Status as Apollo Server's. */
const createNotFoundError = () =>
  new GraphQLError('PersistedQueryNotFound', {
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } },
  });

/**
 * Supports automatic persisted queries: a client sends the hash of a document instead of the document, and both if the
 * hash is unknown. Trusted documents are always known. Documents are shared by all callers: the hash says nothing to
 * anyone who does not know the document.
 *
 * Not @graphql-yoga/plugin-apq, which stores a document before it is validated: an invalid one, or one that shows a
 * secret, must not be stored. Its memory has no limit in bytes.
 */
export function useAutomaticPersistedQueries(
  trusted: TrustedDocuments,
  shared?: SharedDocuments,
): ServerPlugin {
  const documents = new LRUCache<string, string>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    // Two bytes for each character, and the hash.
    sizeCalculation: (document, hash) => 2 * document.length + hash.length,
  });

  const findShared = async (store: SharedDocuments, hash: string) => {
    const document = await store.get(hash);
    if (document === undefined || hashDocument(document) !== hash) throw createNotFoundError();
    documents.set(hash, document);
    return document;
  };

  return {
    onParams({ context, params, setParams }) {
      const persistedQuery: unknown = params.extensions?.persistedQuery;
      if (persistedQuery === undefined || persistedQuery === null) return undefined;
      // Clients may send any JSON, which Yoga checks only after this hook.
      const query: unknown = params.query ?? '';
      if (typeof query !== 'string') return undefined;
      const id: unknown = Reflect.get(Object(persistedQuery), 'sha256Hash');
      const known = typeof id === 'string' ? trusted.get(id) : undefined;
      if (typeof id === 'string' && known !== undefined) {
        if (!query) setParams({ ...params, query: known });
        // Ids of manifests need not be hashes.
        if (!query || trusted.has(query, id)) return undefined;
      }
      const { data } = PersistedQuery.safeParse(persistedQuery);
      if (!data) {
        throw createBadRequestError(
          'extensions.persistedQuery must have the version 1 and a sha256Hash of 64 lowercase hexadecimal digits.',
        );
      }
      const { sha256Hash: hash } = data;
      if (query) {
        if (hashDocument(query) !== hash) {
          throw createBadRequestError('The sha256Hash does not match the query.');
        }
        if (!documents.has(hash)) context.unregisteredDocument = { hash, document: query };
        return undefined;
      }
      const document = documents.get(hash);
      if (document !== undefined) setParams({ ...params, query: document });
      else if (!shared) throw createNotFoundError();
      else return findShared(shared, hash).then((query) => setParams({ ...params, query }));
      return undefined;
    },
    onExecute({ args }) {
      const { unregisteredDocument } = args.contextValue;
      if (!unregisteredDocument) return undefined;
      const { hash, document } = unregisteredDocument;
      documents.set(hash, document);
      return shared?.set(hash, document);
    },
  };
}
