import {
  concatAST,
  type DocumentNode,
  getOperationAST,
  type OperationTypeNode,
  separateOperations,
} from 'graphql';
import { addTypenames, hashDocument } from '../../shared/document-text.ts';

/** An operation with its fragments, as a persisted query manifest of Apollo has it. */
interface Operation {
  /** The SHA-256 hash of the body. */
  readonly id: string;
  readonly name: string;
  readonly type: OperationTypeNode | undefined;
  readonly body: string;
}

const createOperation = ([name, document]: [string, DocumentNode]): Operation => {
  const body = addTypenames(document);
  return { id: hashDocument(body), name, type: getOperationAST(document)?.operation, body };
};

/** A code generator plugin that writes the operations of the hooks as a persisted query manifest of Apollo. */
export const plugin = (
  _schema: unknown,
  files: readonly { readonly document?: DocumentNode }[],
): string => {
  const document = concatAST(files.flatMap(({ document }) => document ?? []));
  const operations = Object.entries(separateOperations(document)).map(createOperation);
  const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};
