import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { hashDocument } from '../../shared/document-text.ts';
import { createClientError } from '../client-errors.ts';
import type { RequestContext } from '../request-context.ts';
import { findTrusted, type TrustedDocuments } from './trusted-documents.ts';

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

/** Clients recognize the message or the code and repeat the request with the document. */
const createNotFoundError = () =>
  createClientError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

const isText = (query: unknown): query is string => typeof query === 'string';

const PROBLEMS = {
  other: 'Only persisted operations are allowed, and this document is not one of them.',
  unknown: 'No persisted operation has this id.',
  missing: 'Only persisted operations are allowed. Send the id of an operation.',
};

interface ResolverOptions {
  readonly trusted: TrustedDocuments;
  readonly isTrustedOnly: boolean;
  readonly shared: SharedDocuments | undefined;
}

/**
 * Finds the documents of requests that have an id or a hash instead. Clients may send any JSON, which Yoga checks only
 * afterwards.
 *
 * Automatic persisted queries: a client sends the hash of a document instead of the document, and both if the hash is
 * unknown. Trusted documents are always known. Documents are shared by all callers: the hash says nothing to anyone who
 * does not know the document.
 *
 * Not Yoga's plugins for persisted operations, which cannot find them by their text, and for automatic persisted queries,
 * which stores a document before it is validated: an invalid one, or one that shows a secret, must not be stored. Its memory
 * has no limit in bytes.
 */
export class DocumentResolver {
  readonly #options: ResolverOptions;
  readonly #registered = new LRUCache<string, string>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    // Two bytes for each character, and the hash.
    sizeCalculation: (document, hash) => 2 * document.length + hash.length,
  });

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /**
   * Returns the parameters with the text of the document.
   * @throws GraphQLError for an unknown hash, or a document that is not trusted if it has to be.
   */
  resolve(params: GraphQLParams, context: RequestContext): GraphQLParams | Promise<GraphQLParams> {
    const resolved = this.#resolveHash(params, context);
    return resolved instanceof Promise
      ? resolved.then((found) => this.#requireTrusted(found))
      : this.#requireTrusted(resolved);
  }

  #resolveHash(
    params: GraphQLParams,
    context: RequestContext,
  ): GraphQLParams | Promise<GraphQLParams> {
    const { trusted, shared } = this.#options;
    const persistedQuery: unknown = params.extensions?.persistedQuery;
    const query: unknown = params.query ?? '';
    if (persistedQuery === undefined || persistedQuery === null || !isText(query)) return params;
    const id: unknown = Reflect.get(Object(persistedQuery), 'sha256Hash');
    // Ids of manifests need not be hashes.
    const known = isText(id) ? trusted.get(id) : undefined;
    if (isText(id) && known !== undefined && (!query || trusted.has(query, id)))
      return query ? params : { ...params, query: known };
    const { data } = PersistedQuery.safeParse(persistedQuery);
    if (!data) {
      throw createClientError(
        'BAD_REQUEST',
        'extensions.persistedQuery must have the version 1 and a sha256Hash of 64 lowercase hexadecimal digits.',
      );
    }
    const { sha256Hash: hash } = data;
    if (query) {
      if (hashDocument(query) !== hash)
        throw createClientError('BAD_REQUEST', 'The sha256Hash does not match the query.');
      if (!this.#registered.has(hash)) context.unregisteredDocument = { hash, document: query };
      return params;
    }
    const document = this.#registered.get(hash);
    if (document !== undefined) return { ...params, query: document };
    if (!shared) throw createNotFoundError();
    return this.#findShared(shared, hash).then((found) => ({ ...params, query: found }));
  }

  async #findShared(store: SharedDocuments, hash: string) {
    const document = await store.get(hash);
    if (document === undefined || hashDocument(document) !== hash) throw createNotFoundError();
    this.#registered.set(hash, document);
    return document;
  }

  #requireTrusted(params: GraphQLParams): GraphQLParams {
    const { trusted, isTrustedOnly } = this.#options;
    if (!isTrustedOnly) return params;
    const found = findTrusted(trusted, params);
    if (typeof found === 'object') return found;
    throw createClientError('PERSISTED_QUERY_NOT_IN_LIST', PROBLEMS[found]);
  }

  /** Registers the document of an automatic persisted query, which is valid now. */
  register({ unregisteredDocument }: RequestContext): void | Promise<void> {
    if (!unregisteredDocument) return undefined;
    const { hash, document } = unregisteredDocument;
    this.#registered.set(hash, document);
    return this.#options.shared?.set(hash, document);
  }
}
