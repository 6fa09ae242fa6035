import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

/**
 * Names of the fields at the root of an operation, one for each time it is answered: under two aliases a field is two.
 * A field that a variable may skip counts.
 */
export function listRootFields(
  document: DocumentNode,
  operationName: string | null | undefined,
): readonly string[] {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet]] : [],
    ),
  );
  const fields = new Map<string, string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        fields.set((selection.alias ?? selection.name).value, selection.name.value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else {
        const { value } = selection.name;
        const fragment = fragments.get(value);
        // Once is enough, and keeps fragments that spread each other twice from doubling the work.
        fragments.delete(value);
        collect(fragment);
      }
    }
  };
  collect(getOperationAST(document, operationName)?.selectionSet);
  return [...fields.values()];
}
