import { parse } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { addTypenames, hashDocument, normalizeDocument } from '../../shared/document-text.ts';
import type { Documents } from './documents.ts';
import { normalizeOperationId, type PersistedOperations } from './persisted-operations.ts';

/**
 * Documents that are trusted by what they are: formatting, the order of definitions and `__typename`, which clients add
 * for their caches, make no difference. Each is known by its id in the manifest and by the hashes of its normalized text
 * and of its text in Apollo's manifests.
 */
export class TrustedDocuments {
  readonly #operations: PersistedOperations;
  readonly #documents: Documents;
  #index: { readonly texts: ReadonlyMap<string, string>; readonly forms: Set<string> } | undefined;

  constructor(operations: PersistedOperations, documents: Documents) {
    this.#operations = operations;
    this.#documents = documents;
  }

  /** Returns the text of the document with this id or hash. */
  get(id: string): string | undefined {
    const name = normalizeOperationId(id);
    return this.#operations.get(name) ?? this.#getIndex().texts.get(name);
  }

  /** Whether a text is a trusted document and, if an id is given, the one with this id. */
  has(text: string, id?: string): boolean {
    const form = this.#normalize(text);
    if (form === undefined || !this.#getIndex().forms.has(form)) return false;
    if (id === undefined) return true;
    const named = this.get(id);
    return named === undefined
      ? hashDocument(text) === normalizeOperationId(id)
      : this.#normalize(named) === form;
  }

  /** Returns undefined if the text is no document. */
  #normalize(text: string): string | undefined {
    const document = this.#documents.find(text);
    if (!document) return undefined;
    if (document.trustedForm !== undefined) return document.trustedForm;
    const form = normalizeDocument(document.node);
    if (this.#getIndex().forms.has(form)) document.trustedForm = form;
    return form;
  }

  /** Created on first use, because it parses all documents. */
  #getIndex() {
    if (this.#index) return this.#index;
    const texts = new Map<string, string>();
    const forms = new Set<string>();
    for (const text of this.#operations.values()) {
      const document = parse(text, { noLocation: true });
      const form = normalizeDocument(document);
      forms.add(form);
      for (const variant of [form, addTypenames(document)])
        texts.set(hashDocument(variant), variant);
    }
    this.#index = { texts, forms };
    return this.#index;
  }
}

/** Returns `documentId` or `extensions.persistedQuery.sha256Hash` of a request, if there is one. */
function readOperationId({ extensions, ...params }: GraphQLParams): string | undefined {
  const id: unknown =
    Reflect.get(params, 'documentId') ??
    Reflect.get(Object(extensions?.persistedQuery), 'sha256Hash');
  return typeof id === 'string' ? id : undefined;
}

/** Returns the parameters with the text of a trusted document, or why there is none. */
export function findTrusted(
  trusted: TrustedDocuments,
  params: GraphQLParams,
): GraphQLParams | 'other' | 'unknown' | 'missing' {
  const id = readOperationId(params);
  const query: unknown = params.query;
  if (query) return typeof query === 'string' && trusted.has(query, id) ? params : 'other';
  const text = id === undefined ? undefined : trusted.get(id);
  if (text !== undefined) return { ...params, query: text };
  return id === undefined ? 'missing' : 'unknown';
}
