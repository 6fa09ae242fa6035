import { useSearchParams } from 'wouter';
import {
  ToolDocument,
  type ToolFieldsFragment,
  ToolsDocument,
  type UpdateToolInput,
  type UpdateToolMutation,
  useCreateToolMutation,
  useDeleteToolMutation,
  useToolQuery,
  useToolRecordQuery,
  useToolsByIdsQuery,
  useToolsQuery,
  useUpdateToolMutation,
} from '../../hooks/index.ts';
import { MAX_IDS } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { ToolKnowledge } from '../knowledge/group.tsx';
import { Entry, type Setting } from '../shell/display.tsx';
import { Failure } from '../shell/failure.tsx';
import { createFields, withControl } from '../shell/fields.ts';
import { DateTime, formatCount, formatValue } from '../shell/format.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { Loading } from '../shell/page.tsx';
import { ManyPicker, type ManyPickerFieldProps, usePicker } from '../shell/picker.tsx';
import type { Kind } from '../shell/query.ts';
import { NewPage } from '../shell/record-forms.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { CONFIG_FIELDS, findKind, KINDS, type Tool } from './config.tsx';

const TOOL: Kind = { noun: 'tool', type: 'Tool', parent: { href: '/tools', name: 'Tools' } };

const VIEWS = {
  name: { isCode: true },
  description: { hint: 'Tells the LLM when and why to call the tool.', rows: 3 },
  config: CONFIG_FIELDS,
  disableInterruptions: { label: 'The user cannot interrupt while the tool runs', hint: '' },
};

/** The choice of the configuration, which is not sent itself. */
const KIND = {
  label: 'Type',
  kind: 'enum',
  values: KINDS,
  initial: 'client',
  ...withControl({ read: () => undefined }),
} as const;

const NEW = createFields(FIELDS.CreateToolInput, { kind: KIND, ...VIEWS });

// The kind decides which fields are shown, and cannot be changed.
const EDIT = createFields(FIELDS.UpdateToolInput, {
  kind: { ...KIND, isShown: () => false },
  ...VIEWS,
});

const formatKind = ({ type, subtype }: Pick<Tool, 'type' | 'subtype'>) =>
  formatValue(subtype ?? type);

function ToolRow({ tool }: { readonly tool: ToolFieldsFragment }) {
  const { id, name, type, description } = tool;
  const badge = type && formatKind(tool);
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

export const ToolsPage = () => (
  <ListPage
    {...TOOL}
    lead="Functions that a persona's LLM can call."
    document={ToolsDocument}
    useList={useToolsQuery}
    canOpenById
    renderItem={(tool) => <ToolRow tool={tool} />}
  />
);

/** A form that creates a tool. The URL may have the ids of knowledge groups that the tool searches. */
export function NewToolPage() {
  const [params] = useSearchParams();
  const knowledgeGroupIds = params.getAll('knowledge');
  return (
    <NewPage
      {...TOOL}
      lead="A function that a persona's LLM can call."
      fields={NEW}
      values={
        knowledgeGroupIds.length > 0
          ? { kind: 'knowledge', config: { knowledge: { knowledgeGroupIds } } }
          : {}
      }
      useCreate={useCreateToolMutation}
    />
  );
}

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere = Exclude<keyof UpdateToolInput, 'config'> | 'id' | 'createdAt' | 'subtype';

/** System tools cannot be changed, and other tools only with their configuration. */
function showTool(tool: Tool, isComplete: boolean) {
  const isSystem = tool.type === 'SYSTEM';
  const kind = findKind(tool);
  const canEdit = !isSystem && isComplete && kind !== undefined;
  const type = formatKind(tool);
  const uses = tool.personaCount ?? 0;
  const settings: Readonly<
    Record<Exclude<keyof Tool, Elsewhere> | 'knowledgeGroups', Setting | false>
  > = {
    type: { label: 'Type', value: isSystem ? `${type}, cannot be changed` : type },
    config: isSystem &&
      isComplete && {
        label: 'Action',
        value: formatValue(tool.config?.system?.action ?? null),
      },
    knowledgeGroups: tool.subtype === 'KNOWLEDGE' && {
      label: 'Knowledge groups',
      value: <ToolKnowledge toolId={tool.id} />,
    },
    personaCount: {
      label: 'Used by',
      value: tool.personaCount === null ? 'unknown' : formatCount(uses, 'persona'),
    },
    updatedAt: { label: 'Last changed', value: <DateTime at={tool.updatedAt} /> },
  };
  return {
    title: tool.name,
    lead: canEdit ? undefined : tool.description,
    settings,
    canDelete: !isSystem,
    warning: uses > 0 ? `${formatCount(uses, 'persona')} ${uses === 1 ? 'uses' : 'use'} it.` : '',
    saved: canEdit && { ...tool, kind },
  };
}

export const ToolPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...TOOL}
    id={id}
    document={ToolDocument}
    useRecord={useToolQuery}
    useRawJson={useToolRecordQuery}
    edit={{
      fields: EDIT,
      useUpdate: useUpdateToolMutation,
      read: ({ updateTool }: UpdateToolMutation) =>
        updateTool && { ...updateTool.tool, kind: findKind(updateTool.tool) },
    }}
    deletion={{ useDelete: useDeleteToolMutation }}
    show={showTool}
  />
);

export function ToolsField(props: ManyPickerFieldProps) {
  const picker = usePicker({
    ids: props.value,
    useList: useToolsQuery,
    useByIds: useToolsByIdsQuery,
  });
  return <ManyPicker legend="Tools" noun="Tool" picker={picker} {...props} />;
}
