import { createHash } from 'node:crypto';
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  print,
  type SelectionNode,
  visit,
} from 'graphql';

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

const isTypename = (node: SelectionNode) =>
  node.kind === Kind.FIELD &&
  node.name.value === '__typename' &&
  node.alias === undefined &&
  !node.directives?.length;

const getName = (definition: DefinitionNode) =>
  ('name' in definition && definition.name?.value) || '';

const printSorted = ({ definitions, ...document }: DocumentNode): string =>
  print({
    ...document,
    definitions: definitions.toSorted((a, b) => (getName(a) < getName(b) ? -1 : 1)),
  });

/**
 * Returns the text of a document in one form: formatted and ordered alike, without `__typename`. Documents with the same
 * text select the same data, since clients add `__typename` for their caches.
 */
export const normalizeDocument = (document: DocumentNode): string =>
  printSorted(
    visit(document, {
      SelectionSet(node) {
        const selections = node.selections.filter((selection) => !isTypename(selection));
        return selections.length > 0 ? { ...node, selections } : node;
      },
    }),
  );

/**
 * Returns the text of a document in the form of Apollo's persisted query manifests: ordered, with `__typename` in every
 * selection set except those of operations.
 */
export const addTypenames = (document: DocumentNode): string =>
  printSorted(
    visit(document, {
      SelectionSet(node, _key, parent) {
        const isOfOperation =
          parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
        if (isOfOperation || node.selections.some(isTypename)) return undefined;
        return { ...node, selections: [...node.selections, TYPENAME] };
      },
    }),
  );

/** Returns the SHA-256 hash of a document's text in hexadecimal, as persisted queries have it. */
export const hashDocument = (document: string): string =>
  createHash('sha256').update(document).digest('hex');
