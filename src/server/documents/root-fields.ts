import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Lists the root fields of an operation, once per response name: two aliases of a field count twice. Includes fields
 * that @skip or @include may remove.
 */
export function listRootFields(
  { selectionSet }: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FieldNode[] {
  const fields = new Map<string, FieldNode>();
  const visited = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        fields.set((selection.alias ?? selection.name).value, selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else {
        const { value } = selection.name;
        const fragment = fragments.get(value);
        // Visit each fragment once, so that nested spreads do not multiply the work.
        if (fragment && !visited.has(value)) {
          visited.add(value);
          collect(fragment.selectionSet);
        }
      }
    }
  };
  collect(selectionSet);
  return [...fields.values()];
}
