/** How a document carries the types of its data and variables: that of `@graphql-typed-document-node/core`. */
export interface DocumentTypes<Data, Variables> {
  /** Has no value. */
  readonly __apiType?: (variables: Variables) => Data;
}

/** Properties of a document besides its text. */
export interface DocumentMetadata {
  /** Id of the document for a server that knows it: the SHA-256 hash of its text. */
  readonly hash?: string;
  /** The resources whose records a query returns, also inside of others. `getResourceKey` finds it by them. */
  readonly resources?: readonly string[];
}

/**
 * The text of an operation, with the types of its data and variables: the documents of this package, those of GraphQL
 * Code Generator with `documentMode: 'string'`, or a plain string.
 */
export interface TypedDocument<Data, Variables> extends DocumentTypes<Data, Variables> {
  readonly length: number;
  toString(): string;
  /** A syntax tree is no text. */
  readonly kind?: never;
  readonly __meta__?: DocumentMetadata | undefined;
}

/** An operation of this package, or one of an app: `new TypedDocumentString<Data, Variables>(text, metadata)`. */
export class TypedDocumentString<Data, Variables>
  extends String
  implements TypedDocument<Data, Variables>
{
  declare readonly __apiType?: (variables: Variables) => Data;
  readonly __meta__: DocumentMetadata;

  constructor(text: string, metadata: DocumentMetadata = {}) {
    super(text);
    this.__meta__ = metadata;
  }
}

/** Returns the name of a document's operation; empty if it has none. */
export const getOperationName = (document: { toString(): string }): string =>
  /\b(?:query|mutation)\s+(\w+)/.exec(document.toString())?.[1] ?? '';

/** Parameters for an operation's variables, which are optional if all of them are, and other options. */
export type WithVariables<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: Variables | undefined, options?: Options]
    : [variables: Variables, options?: Options];
