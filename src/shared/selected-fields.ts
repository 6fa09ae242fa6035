import { collectFields } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type InlineFragmentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  versionInfo,
} from 'graphql';

/** The fragments of a document, by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export const getFragments = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );

/** Returns the fragment that a selection spreads; undefined if the document has no such fragment. */
const getFragment = (
  selection: Exclude<SelectionNode, FieldNode>,
  fragments: Fragments,
): FragmentDefinitionNode | InlineFragmentNode | undefined =>
  selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;

/**
 * Yields the fields of a selection set, with those of fragments in place. Nested spreads multiply the fields: give
 * `visited` to visit each fragment once, or stop.
 */
export function* listSelectedFields(
  { selections }: SelectionSetNode,
  fragments: Fragments,
  visited?: Set<object>,
): Generator<FieldNode> {
  // Not recursive, because each field would then pass through the generators of all fragments around it.
  const rest = selections.toReversed();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.kind === Kind.FIELD) {
      yield node;
      continue;
    }
    const fragment = getFragment(node, fragments);
    if (!fragment || visited?.has(fragment)) continue;
    visited?.add(fragment);
    rest.push(...fragment.selectionSet.selections.toReversed());
  }
}

/** The parts of `info` that selections are read from. Variables have the format of the installed graphql-js. */
export type SelectionContext = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/**
 * Collects the selected fields of a type by their keys in the response, with fragments merged and skipped fields left
 * out. `patches` are deferred.
 */
export function collectSelectedFields(
  { schema, fragments, variableValues }: SelectionContext,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
): ReturnType<typeof collectFields> {
  // Since version 17, graphql-js keeps the sources of variables beside their values. Only arguments of fragments need them.
  const coerced = versionInfo.major < 17 ? variableValues : variableValues.coerced;
  const variables = { coerced, sources: {} };
  return collectFields(schema, fragments, variables, type, {
    kind: Kind.SELECTION_SET,
    selections,
  });
}

/** Lists the selections of one field, which a document may select several times. */
export const listSubselections = (nodes: readonly FieldNode[]): SelectionNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
