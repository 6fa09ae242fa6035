import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

/**
 * Lists the names of an operation's root fields, once per response name: two aliases of a field count twice. Includes
 * fields that @skip or @include may remove.
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
        // Visit each fragment once, so that nested spreads do not multiply the work.
        fragments.delete(value);
        collect(fragment);
      }
    }
  };
  collect(getOperationAST(document, operationName)?.selectionSet);
  return [...fields.values()];
}
