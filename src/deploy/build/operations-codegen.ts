import { concatAST, type DocumentNode } from 'graphql';
import { createManifest } from '../../runtime/operations/manifest.ts';
import { listOperations } from '../../runtime/operations/operations.ts';

/** A code generator plugin that writes the manifest of the operations of the hooks. */
export const plugin = (
  _schema: unknown,
  files: readonly { readonly document?: DocumentNode }[],
): string => {
  const document = concatAST(files.flatMap(({ document }) => document ?? []));
  return `${JSON.stringify(createManifest(listOperations(document)), null, 2)}\n`;
};
