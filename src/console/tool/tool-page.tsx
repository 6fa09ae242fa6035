import {
  ToolDocument,
  useDeleteToolMutation,
  useToolQuery,
  useToolRecordQuery,
} from '../../hooks/index.ts';
import { ToolKnowledge } from '../knowledge/tool-knowledge.tsx';
import type { Setting } from '../shell/display.tsx';
import { DateTime, formatValue } from '../shell/format.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { EditTool } from './edit-tool.tsx';
import { toConfigDraft } from './tool-config-draft.ts';
import type { Tool, ToolDraft } from './tool-draft.ts';

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere = Exclude<keyof ToolDraft, 'type' | 'config'> | 'id' | 'createdAt';

/** System tools cannot be changed, and other tools only with their configuration. */
function showTool(tool: Tool, isComplete: boolean) {
  const isSystem = tool.type === 'SYSTEM';
  const canEdit = !isSystem && isComplete;
  const type = formatValue(tool.type);
  const uses = tool.personaCount ?? 0;
  const action = toConfigDraft('SYSTEM', tool.config ?? {}).action;
  const settings: Readonly<
    Record<Exclude<keyof Tool, Elsewhere> | 'knowledgeGroups', Setting | false>
  > = {
    type: { label: 'Type', value: isSystem ? `${type}, cannot be changed` : type },
    config: isSystem && isComplete && { label: 'Action', value: formatValue(action) },
    knowledgeGroups: tool.type === 'SERVER_RAG' && {
      label: 'Knowledge groups',
      value: <ToolKnowledge toolId={tool.id} />,
    },
    personaCount: {
      label: 'Used by',
      value: uses === 1 ? '1 persona' : `${tool.personaCount ?? 'unknown'} personas`,
    },
    updatedAt: { label: 'Last changed', value: <DateTime at={tool.updatedAt} /> },
  };
  return {
    title: tool.name,
    lead: canEdit ? undefined : tool.description,
    settings,
    canDelete: !isSystem,
    warning: uses > 0 ? `${uses} ${uses === 1 ? 'persona uses' : 'personas use'} it.` : '',
    content: canEdit && <EditTool key={tool.id} tool={tool} />,
  };
}

export const ToolPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="tool"
    parent={{ href: '/tools', name: 'Tools' }}
    document={ToolDocument}
    useRecord={useToolQuery}
    useRawJson={useToolRecordQuery}
    read={({ tool }) => tool}
    deletion={{ type: 'Tool', useDelete: useDeleteToolMutation }}
    show={showTool}
  />
);
