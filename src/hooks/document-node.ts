import type { DocumentNode } from 'graphql';
import type { DocumentTypes } from './typed-document.ts';

/** The syntax tree of an operation, with the types of its data and variables, as clients over graphql-js take it. */
export interface TypedDocumentNode<Data, Variables>
  extends DocumentNode,
    DocumentTypes<Data, Variables> {}
