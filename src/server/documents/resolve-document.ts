import { parse } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { z } from 'zod';
import { hashDocument, normalizeDocument } from '../../shared/document-text.ts';
import { createClientError } from '../client-errors.ts';
import { createLimitError, type DocumentLimits } from '../executor/operation-limits.ts';
import {
  bundledOperations,
  normalizeOperationId,
  type PersistedOperations,
} from './persisted-operations.ts';
import type { DocumentCache } from './valid-documents.ts';

/** `extensions.persistedQuery` of a request. */
const PersistedQuery = z.object({
  version: z.literal(1),
  sha256Hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const isText = (value: unknown): value is string => typeof value === 'string';

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

interface DocumentOptions {
  /** The only operations that are executed. Default: all are. */
  readonly persistedOperations?: PersistedOperations | undefined;
}

/**
 * Limits the length of documents, and finds those of requests that have an id or a hash instead. Clients may send any
 * JSON, which Yoga checks only afterwards.
 *
 * Automatic persisted queries: a client sends the hash of a document instead of the document, and both if the hash is
 * unknown. Trusted documents are always known.
 *
 * Not Yoga's plugins for persisted operations, which cannot find them by their text, and for automatic persisted queries,
 * which stores a document before it is validated: an invalid one, or one that shows a secret, must not be stored.
 * @returns a function that returns the document which a request names; undefined if it is in the request.
 */
export function createDocumentResolver(
  documents: DocumentCache,
  { length }: DocumentLimits,
  { persistedOperations: trusted }: DocumentOptions,
): (params: GraphQLParams) => string | undefined {
  /** Created on first use, because it parses all documents. */
  let index: ReadonlyMap<string, string> | undefined;

  /** Returns the trusted document with this id or hash. */
  const find = (id: unknown): string | undefined => {
    index ??= indexOperations(trusted ?? bundledOperations);
    return isText(id) ? index.get(normalizeOperationId(id)) : undefined;
  };

  /** A text is trusted if its hash is, and if an id is given too, it must be that of the same document. */
  const requireTrusted = (query: unknown, id: unknown): void => {
    if (!trusted) return;
    if (!query) {
      throw createUntrustedError(
        'Only persisted operations are allowed. Send the id of an operation.',
      );
    }
    const text = isText(query) ? find(hashDocument(query)) : undefined;
    if (text === undefined || (id !== undefined && find(id) !== text)) {
      throw createUntrustedError(
        'Only persisted operations are allowed, and this document is not one of them.',
      );
    }
  };

  /** Returns the document of a hash, or the text that is sent with it. */
  const resolveHash = (persistedQuery: unknown, query: string): string => {
    // Ids of manifests need not be hashes.
    const id: unknown = Reflect.get(Object(persistedQuery), 'sha256Hash');
    const known = find(id);
    if (known !== undefined && !query) return known;
    if (known !== undefined && find(hashDocument(query)) === known) return query;
    const { data } = PersistedQuery.safeParse(persistedQuery);
    if (!data) {
      throw createClientError(
        'BAD_REQUEST',
        'extensions.persistedQuery must have the version 1 and a sha256Hash of 64 lowercase hexadecimal digits.',
      );
    }
    const text = query || documents.getText(data.sha256Hash);
    // Clients recognize the message or the code and repeat the request with the document.
    if (text === undefined)
      throw createClientError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
    if (query && hashDocument(query) !== data.sha256Hash)
      throw createClientError('BAD_REQUEST', 'The sha256Hash does not match the query.');
    requireTrusted(text, id);
    return text;
  };

  return (params) => {
    const { query, extensions } = params;
    if (isText(query) && query.length > length)
      throw createLimitError(`The document is longer than ${length} characters.`);
    const persistedQuery: unknown = extensions?.persistedQuery ?? undefined;
    const documentId: unknown = Reflect.get(params, 'documentId') ?? undefined;
    if (persistedQuery !== undefined && isText(query ?? ''))
      return resolveHash(persistedQuery, query ?? '');
    if (query || documentId === undefined) {
      requireTrusted(query, documentId);
      return undefined;
    }
    const text = find(documentId);
    if (text === undefined) throw createUntrustedError('No persisted operation has this id.');
    return text;
  };
}
