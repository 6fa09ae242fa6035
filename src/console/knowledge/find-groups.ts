import {
  type KnowledgeGroupFieldsFragment as Group,
  useKnowledgeGroupsQuery,
} from '../../hooks/index.ts';
import type { ListVariables } from '../shell/query.ts';

/** Reads all groups at once: the API has no pages of them. */
export const useGroups = () => useKnowledgeGroupsQuery();

/** Returns the page of groups that match a search. Null if the upstream has none. */
export function findGroups(
  groups: readonly Group[] | null,
  { page, perPage, search }: ListVariables,
) {
  if (!groups) return null;
  const text = search?.toLowerCase() ?? '';
  const found = groups.filter(({ name, description }) =>
    `${name ?? ''}\n${description ?? ''}`.toLowerCase().includes(text),
  );
  return {
    items: found.slice((page - 1) * perPage, page * perPage),
    total: found.length,
    lastPage: Math.max(1, Math.ceil(found.length / perPage)),
  };
}
