import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** Masked data of a fragment's document: an object whose fields only `readFragment` returns. */
export type FragmentType<Document> =
  Document extends TypedDocumentNode<infer Data, infer _>
    ? [Data] extends [{ ' $fragmentName'?: infer Name extends string }]
      ? { ' $fragmentRefs'?: { [Key in Name]: Data } }
      : never
    : never;

/** Returns the fields of a fragment, for clients that mask data by its types only. */
export const readFragment = <
  Data,
  Masked extends FragmentType<TypedDocumentNode<Data>> | null | undefined,
>(
  _document: TypedDocumentNode<Data, unknown>,
  data: Masked,
): Data | Extract<Masked, null | undefined> =>
  // Masked data has the fields; only its type hides them.
  data as Data | Extract<Masked, null | undefined>;
