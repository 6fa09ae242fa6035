import { useSearchParams } from 'wouter';
import {
  CreateToolDocument,
  ToolDocument,
  type ToolFieldsFragment,
  type ToolQuery,
  ToolsDocument,
  type ToolsQuery,
  type ToolType,
  type UpdateToolInput,
  type UpdateToolMutation,
  useCreateToolMutation,
  useDeleteToolMutation,
  useToolQuery,
  useToolRecordQuery,
  useToolsByIdsQuery,
  useToolsQuery,
  useUpdateToolMutation,
} from '../hooks/index.ts';
import {
  MAX_IDS,
  REDACTED,
  TOOL_ACTIONS,
  TOOL_FIELDS,
  TOOL_TIMEOUT,
  WEBHOOK_METHODS,
} from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { GroupsField } from './knowledge/groups-field.tsx';
import { ToolKnowledge } from './knowledge/tool-knowledge.tsx';
import { TextField } from './shell/controls.tsx';
import { Entry, type Setting } from './shell/display.tsx';
import { FieldError } from './shell/draft-form.tsx';
import { Failure } from './shell/failure.tsx';
import {
  type ControlProps,
  createFields,
  type Draft,
  readPath,
  withControl,
} from './shell/fields.ts';
import { EditForm, NewPage } from './shell/form.tsx';
import { DateTime, formatJson, formatValue, isObject, readJsonObject } from './shell/format.tsx';
import { ListPage } from './shell/list-page.tsx';
import { Loading } from './shell/page.tsx';
import { ManyPicker, type ManyPickerFieldProps, usePicker } from './shell/picker.tsx';
import { RecordPage } from './shell/record-page.tsx';

const TOOL = { noun: 'tool', parent: { href: '/tools', name: 'Tools' } } as const;

const TYPES: Readonly<Record<ToolType, string>> = {
  CLIENT: 'Client: called in the client of the session',
  SERVER_WEBHOOK: 'Server webhook: calls a URL',
  SERVER_RAG: 'Server RAG: searches knowledge groups',
  SYSTEM: 'System: an action of the service; cannot be changed later',
};

/** The names of the fields of a configuration, by the type of the tool. */
const CONFIG_FIELDS: Readonly<Record<string, readonly string[]>> = TOOL_FIELDS;

const isOf =
  (...types: readonly ToolType[]) =>
  ({ type }: Draft) =>
    types.some((other) => other === type);

const EXAMPLE = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
};

/** An editor for the JSON Schema of a tool's parameters, which the API checks. */
const ParametersField = ({ path, label, hint, issues, value, onChange }: ControlProps<string>) => (
  <div className="stack">
    <TextField {...{ path, label, hint, issues, value, onChange }} rows={12} isCode />
    {value.trim() === '' && (
      <div className="row">
        <button type="button" className="plain" onClick={() => onChange(formatJson(EXAMPLE))}>
          Insert an example
        </button>
      </div>
    )}
  </div>
);

const formatHeaders = (saved: unknown) =>
  Object.entries(isObject(saved) ? saved : {})
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');

function readHeaders(text: string, path: string) {
  const headers = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [, name, value] = /^([^\s:]+)\s*:(.*)$/.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined)
      throw new FieldError(path, `Line ${index + 1} is not “Name: value”.`);
    return [[name, value.trim()]];
  });
  return headers.length > 0 ? Object.fromEntries(headers) : undefined;
}

const createChoices = (values: readonly string[], format = formatValue) =>
  Object.fromEntries(values.map((value) => [value, format(value)]));

/** The configuration: the fields of the type of the tool, and JSON for all others. */
const CONFIG = createFields(
  {},
  {
    url: { label: 'URL', kind: 'url', isRequired: true, isShown: isOf('SERVER_WEBHOOK') },
    method: {
      label: 'Method',
      kind: 'enum',
      isRequired: true,
      values: createChoices(WEBHOOK_METHODS, String),
      initial: 'POST',
      isShown: isOf('SERVER_WEBHOOK'),
    },
    headers: {
      label: 'Headers',
      hint: `One per line, such as Accept: application/json. “${REDACTED}” is a saved secret: enter it again to change the configuration.`,
      rows: 3,
      isCode: true,
      isShown: isOf('SERVER_WEBHOOK'),
      ...withControl<string>({ toDraft: formatHeaders, read: readHeaders }),
    },
    parameters: {
      label: 'Parameters',
      hint: 'JSON Schema of the arguments that the LLM passes. Empty: no arguments.',
      isShown: isOf('SERVER_WEBHOOK', 'CLIENT'),
      ...withControl<string>({
        Control: ParametersField,
        toDraft: (saved) => (isObject(saved) ? formatJson(saved) : ''),
        read: readJsonObject,
      }),
    },
    bodyTemplate: {
      label: 'Body template',
      hint: 'Template of the request body. Empty: the arguments as JSON.',
      rows: 4,
      isCode: true,
      isShown: isOf('SERVER_WEBHOOK'),
    },
    awaitResult: {
      label: 'The LLM waits for the result',
      kind: 'boolean',
      isShown: isOf('CLIENT'),
    },
    toolTimeoutSeconds: {
      label: 'Timeout (seconds)',
      hint: `${TOOL_TIMEOUT.min} to ${TOOL_TIMEOUT.max}.`,
      kind: 'number',
      ...TOOL_TIMEOUT,
      isShown: isOf('CLIENT'),
    },
    documentFolderIds: {
      isShown: isOf('SERVER_RAG'),
      ...withControl<readonly string[]>({
        Control: GroupsField,
        toDraft: (saved) => (Array.isArray(saved) ? saved.map(String) : []),
        read: (ids) => ids,
      }),
    },
    action: {
      label: 'Action',
      kind: 'enum',
      isRequired: true,
      values: createChoices(TOOL_ACTIONS),
      initial: 'end_call',
      isShown: isOf('SYSTEM'),
    },
    further: {
      label: 'Further configuration',
      hint: 'A JSON object with the fields that this page does not know.',
      kind: 'json',
      rows: 6,
      isMerged: true,
      isShown: (draft) =>
        !(String(draft.type) in CONFIG_FIELDS) || readPath(draft, 'config.further') !== '',
    },
  },
);

const VIEWS = {
  name: { isCode: true },
  description: { hint: 'Tells the LLM when and why to call the tool.', rows: 3 },
  config: CONFIG,
  disableInterruptions: { label: 'The user cannot interrupt while the tool runs', hint: '' },
};

const NEW = createFields(FIELDS.CreateToolInput, {
  type: { hint: '', values: TYPES, initial: 'CLIENT' },
  ...VIEWS,
});

// The type decides which fields are shown, and cannot be changed.
const EDIT = createFields(FIELDS.UpdateToolInput, { type: { isShown: () => false }, ...VIEWS });

type Tool = NonNullable<ToolQuery['tool']>;

/** Moves the fields of a configuration that its type does not have to `further`. */
function splitConfig(tool: Tool) {
  const known = CONFIG_FIELDS[tool.type ?? ''] ?? [];
  const entries = Object.entries(tool.config ?? {});
  const further = entries.filter(([name]) => !known.includes(name));
  return {
    ...tool,
    config: {
      ...Object.fromEntries(entries.filter(([name]) => known.includes(name))),
      ...(further.length > 0 && { further: Object.fromEntries(further) }),
    },
  };
}

function ToolRow({ tool }: { readonly tool: ToolFieldsFragment }) {
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

export const ToolsPage = () => (
  <ListPage
    title="Tools"
    noun="tool"
    lead="Functions that the LLM of a persona can call."
    document={ToolsDocument}
    useList={useToolsQuery}
    read={({ tools }) => tools}
    canOpenById
    renderItem={(tool) => <ToolRow tool={tool} />}
  />
);

/** A form that creates a tool. The URL may have the ids of knowledge groups that the tool searches. */
export function NewToolPage() {
  const [params] = useSearchParams();
  const documentFolderIds = params.getAll('knowledge');
  return (
    <NewPage
      {...TOOL}
      lead="A function that the LLM of a persona can call."
      type="Tool"
      fields={NEW}
      values={
        documentFolderIds.length > 0 ? { type: 'SERVER_RAG', config: { documentFolderIds } } : {}
      }
      document={CreateToolDocument}
      useCreate={useCreateToolMutation}
      read={({ createTool }) => createTool?.tool}
    />
  );
}

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere = Exclude<keyof UpdateToolInput, 'config'> | 'id' | 'createdAt';

/** System tools cannot be changed, and other tools only with their configuration. */
function showTool(tool: Tool, isComplete: boolean) {
  const isSystem = tool.type === 'SYSTEM';
  const canEdit = !isSystem && isComplete;
  const type = formatValue(tool.type);
  const uses = tool.personaCount ?? 0;
  const action = String(tool.config?.action ?? 'end_call');
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
    content: canEdit && (
      <EditForm
        key={tool.id}
        id={tool.id}
        record={splitConfig(tool)}
        type="Tool"
        fields={EDIT}
        useUpdate={useUpdateToolMutation}
        read={({ updateTool }: UpdateToolMutation) => updateTool && splitConfig(updateTool.tool)}
      />
    ),
  };
}

export const ToolPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...TOOL}
    id={id}
    document={ToolDocument}
    useRecord={useToolQuery}
    useRawJson={useToolRecordQuery}
    read={({ tool }) => tool}
    deletion={{ type: 'Tool', useDelete: useDeleteToolMutation }}
    show={showTool}
  />
);

function useSelectedTools(ids: readonly string[]) {
  const { data } = useToolsByIdsQuery({ ids: [...ids] }, { enabled: ids.length > 0 });
  return data?.toolsByIds?.flatMap((tool) => tool ?? []);
}

export function ToolsField(props: ManyPickerFieldProps) {
  const picker = usePicker({
    ids: props.value,
    useList: useToolsQuery,
    read: ({ tools }: ToolsQuery) => tools,
    useSelected: useSelectedTools,
  });
  return <ManyPicker legend="Tools" noun="Tool" picker={picker} {...props} />;
}
