import { type DocumentNode, Kind } from 'graphql';

const HEADER = `import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import * as documents from './documents.ts';
import type * as Types from './masked-types.ts';

export type * from './masked-types.ts';
export { type FragmentType, readFragment } from './read-fragment.ts';
`;

const KINDS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

const writeDocument = (name: string, types: string) =>
  `export const ${name} = documents.${name} as unknown as TypedDocumentNode<${types}>;`;

/** A code generator plugin that writes the typed documents again, with types that mask their fragments. */
export function plugin(
  _schema: unknown,
  files: readonly { readonly document?: DocumentNode }[],
): string {
  const lines = files
    .flatMap(({ document }) => document?.definitions ?? [])
    .map((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        const name = `${definition.name.value}Fragment`;
        return writeDocument(`${name}Doc`, `Types.${name}, unknown`);
      }
      if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.name)
        throw new Error('schema/operations has only fragments and operations with names.');
      const types = `Types.${definition.name.value}${KINDS[definition.operation]}`;
      return writeDocument(`${definition.name.value}Document`, `${types}, ${types}Variables`);
    });
  return [HEADER, ...lines].join('\n');
}
