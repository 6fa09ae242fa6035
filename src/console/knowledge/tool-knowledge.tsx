import { Link } from 'wouter';
import { useToolKnowledgeQuery } from '../../hooks/index.ts';
import { getRecordPath } from '../shell/query.ts';

/** The knowledge groups that a tool searches, linked to their pages. */
export function ToolKnowledge({ toolId }: { readonly toolId: string }) {
  const { data, error } = useToolKnowledgeQuery({ id: toolId });
  if (error) return <span className="small">{error.message}</span>;
  if (!data) return <span className="small">Loading…</span>;
  const groups = data.tool?.knowledgeGroups ?? [];
  const found = groups.flatMap((group) => group ?? []);
  const missing = groups.length - found.length;
  if (groups.length === 0) return 'none: select a group below, so that the tool finds something';
  return (
    <ul>
      {found.map(({ id, name }) => (
        <li key={id}>
          <Link href={getRecordPath('knowledge', id)}>{name ?? id}</Link>
        </li>
      ))}
      {missing > 0 && (
        <li>{missing === 1 ? '1 group no longer exists' : `${missing} groups no longer exist`}</li>
      )}
    </ul>
  );
}
