import { type ToolFieldsFragment, useToolsByIdsQuery } from '../../hooks/index.ts';
import { MAX_IDS } from '../constants.ts';
import { Entry } from '../shell/display.tsx';
import { Failure } from '../shell/failure.tsx';
import { formatValue } from '../shell/format.tsx';
import { Loading } from '../shell/page.tsx';

export function ToolRow({ tool }: { readonly tool: ToolFieldsFragment }) {
  const { id, name, type, description } = tool;
  const badge = type && formatValue(type);
  return <Entry section="tools" isCode {...{ id, name, badge, description }} />;
}

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
