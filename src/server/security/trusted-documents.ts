import { type DocumentNode, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { addTypenames, normalizeDocument } from '../../shared/document-form.ts';
import { hashDocument } from '../../shared/hash-document.ts';
import type { DocumentLimits } from '../limits/document-limits.ts';
import { normalizeOperationId, type PersistedOperations } from './operations-manifest.ts';

/** Maximum number of normalized texts in memory, and of their characters in total. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Parses a text of any size in bounded time. Returns undefined if it is no document or too large. */
function parseText(text: string, limits: DocumentLimits): DocumentNode | undefined {
  if (text.length > limits.length) return undefined;
  try {
    return parse(text, { noLocation: true, maxTokens: limits.tokens });
  } catch {
    return undefined;
  }
}

/**
 * Documents that are trusted by what they are: formatting, the order of definitions and `__typename`, which clients add
 * for their caches, make no difference. Each is known by its id in the manifest and by the hashes of its normalized text
 * and of its text in Apollo's manifests.
 */
export class TrustedDocuments {
  readonly #operations: PersistedOperations;
  readonly #limits: DocumentLimits;
  readonly #normalized = new LRUCache<string, string>({
    max: MAX_TEXTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (normalized, text) => normalized.length + text.length,
  });
  #index: { readonly texts: ReadonlyMap<string, string>; readonly forms: Set<string> } | undefined;

  constructor(operations: PersistedOperations, limits: DocumentLimits) {
    this.#operations = operations;
    this.#limits = limits;
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

  #normalize(text: string): string | undefined {
    const cached = this.#normalized.get(text);
    if (cached !== undefined) return cached;
    const document = parseText(text, this.#limits);
    const form = document && normalizeDocument(document);
    if (form !== undefined && this.#index?.forms.has(form)) this.#normalized.set(text, form);
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
