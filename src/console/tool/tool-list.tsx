import { useToolsByIdsQuery } from '../../hooks/index.ts';
import { MAX_IDS } from '../constants.ts';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { ToolRow } from './tool-row.tsx';

/** Tools by id, linked to their pages, without those that do not exist. */
export function ToolList({ ids }: { readonly ids: readonly string[] }) {
  const { data, error, refetch } = useToolsByIdsQuery({ ids: ids.slice(0, MAX_IDS) });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading what="tools" />;
  const tools = data.toolsByIds?.flatMap((tool) => tool ?? []) ?? [];
  if (tools.length === 0) return <p className="empty">The tools no longer exist.</p>;
  return (
    <ul className="rows">
      {tools.map((tool) => (
        <ToolRow key={tool.id} tool={tool} />
      ))}
    </ul>
  );
}
