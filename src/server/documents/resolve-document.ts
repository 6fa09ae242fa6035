import { parse } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { hashDocument, normalizeDocument } from '../../shared/document-text.ts';
import { createClientError } from '../client-errors.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
import { checkLength, type DocumentLimits } from './document-limits.ts';
import {
  bundledOperations,
  normalizeOperationId,
  type PersistedOperations,
} from './persisted-operations.ts';

/** Maximum number of registered documents in memory, and of the bytes that they take. */
const MAX_DOCUMENTS = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** `extensions.persistedQuery` of a request. */
const PersistedQuery = z.object({
  version: z.literal(1),
  sha256Hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const isText = (value: unknown): value is string => typeof value === 'string';

/** Clients recognize the message or the code and repeat the request with the document. */
const createNotFoundError = () =>
  createClientError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

const createUntrustedError = (message: string) =>
  createClientError('PERSISTED_QUERY_NOT_IN_LIST', message);

/**
 * Returns the trusted documents by all that names one: its id, the hash of its text, and the hash of its text without the
 * `__typename` of Apollo's manifests, which is the text of the hooks.
 */
function indexOperations(operations: PersistedOperations): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const text of operations.values())
    for (const form of [normalizeDocument(parse(text, { noLocation: true })), text])
      index.set(hashDocument(form), text);
  for (const [id, text] of operations) index.set(id, text);
  return index;
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
 * which stores a document before it is validated: an invalid one, or one that shows a secret, must not be stored.
 */
export class DocumentResolver {
  readonly #operations: PersistedOperations;
  readonly #isTrustedOnly: boolean;
  /** Created on first use, because it parses all documents. */
  #index: ReadonlyMap<string, string> | undefined;
  readonly #registered = new LRUCache<string, string>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    // Two bytes for each character, and the hash.
    sizeCalculation: (document, hash) => 2 * document.length + hash.length,
  });

  /** @param isTrustedOnly whether only these operations are executed. */
  constructor(operations: PersistedOperations, isTrustedOnly: boolean) {
    this.#operations = operations;
    this.#isTrustedOnly = isTrustedOnly;
  }

  /**
   * Returns the parameters with the text of the document.
   * @throws GraphQLError for an unknown id or hash, or a document that is not trusted if it has to be.
   */
  resolve(params: GraphQLParams, context: RequestContext): GraphQLParams {
    const persistedQuery: unknown = params.extensions?.persistedQuery ?? undefined;
    const documentId: unknown = Reflect.get(params, 'documentId') ?? undefined;
    const { query } = params;
    if (persistedQuery !== undefined && isText(query ?? ''))
      return this.#resolveHash(persistedQuery, params, context);
    if (query || documentId === undefined) {
      if (this.#isTrustedOnly) this.#requireTrusted(query, documentId);
      return params;
    }
    const text = this.#find(documentId);
    if (text === undefined) throw createUntrustedError('No persisted operation has this id.');
    return { ...params, query: text };
  }

  #resolveHash(
    persistedQuery: unknown,
    params: GraphQLParams,
    context: RequestContext,
  ): GraphQLParams {
    const { query } = params;
    // Ids of manifests need not be hashes.
    const id: unknown = Reflect.get(Object(persistedQuery), 'sha256Hash');
    const trusted = this.#find(id);
    if (trusted !== undefined && !query) return { ...params, query: trusted };
    if (trusted !== undefined && query && this.#find(hashDocument(query)) === trusted)
      return params;
    const { data } = PersistedQuery.safeParse(persistedQuery);
    if (!data) {
      throw createClientError(
        'BAD_REQUEST',
        'extensions.persistedQuery must have the version 1 and a sha256Hash of 64 lowercase hexadecimal digits.',
      );
    }
    const { sha256Hash: hash } = data;
    const text = query || this.#registered.get(hash);
    if (text === undefined) throw createNotFoundError();
    if (query && hashDocument(query) !== hash)
      throw createClientError('BAD_REQUEST', 'The sha256Hash does not match the query.');
    if (this.#isTrustedOnly) this.#requireTrusted(text, id);
    if (query && !this.#registered.has(hash))
      context.unregisteredDocument = { hash, document: query };
    return { ...params, query: text };
  }

  /** Returns the trusted document with this id or hash. */
  #find(id: unknown): string | undefined {
    this.#index ??= indexOperations(this.#operations);
    return isText(id) ? this.#index.get(normalizeOperationId(id)) : undefined;
  }

  /** A text is trusted if its hash is, and if an id is given too, it must be that of the same document. */
  #requireTrusted(query: unknown, id: unknown): void {
    if (!query) {
      throw createUntrustedError(
        'Only persisted operations are allowed. Send the id of an operation.',
      );
    }
    const text = isText(query) ? this.#find(hashDocument(query)) : undefined;
    if (text === undefined || (id !== undefined && this.#find(id) !== text)) {
      throw createUntrustedError(
        'Only persisted operations are allowed, and this document is not one of them.',
      );
    }
  }

  /** Registers the document of an automatic persisted query, which is valid now. */
  register({ unregisteredDocument: found }: RequestContext): void {
    if (found) this.#registered.set(found.hash, found.document);
  }
}

/**
 * Limits the length of documents, and finds those of ids and hashes.
 * @param trusted the only operations that are executed. Default: all are.
 */
export function useDocumentResolver(
  trusted: PersistedOperations | undefined,
  limits: DocumentLimits,
): ServerPlugin {
  const resolver = new DocumentResolver(trusted ?? bundledOperations, trusted !== undefined);
  return {
    onParams({ params, context, setParams }) {
      if (typeof params.query === 'string') checkLength(params.query, limits);
      setParams(resolver.resolve(params, context));
    },
    onExecute: ({ args }) => resolver.register(args.contextValue),
  };
}
