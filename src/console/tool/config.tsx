import type { ToolQuery, ToolType } from '../../hooks/index.ts';
import {
  REDACTED,
  TOOL_ACTIONS,
  TOOL_FIELDS,
  TOOL_TIMEOUT,
  WEBHOOK_METHODS,
} from '../constants.ts';
import { GroupsField } from '../knowledge/group.tsx';
import { TextField } from '../shell/controls.tsx';
import {
  type ControlProps,
  createFields,
  type Draft,
  readPath,
  withControl,
} from '../shell/fields.ts';
import { formatValue } from '../shell/format.tsx';
import { FieldError, formatJson, isObject, readJsonObject } from '../shell/parse.ts';
import { withManyPicker } from '../shell/picker.tsx';

/** A tool with the fields of its page. */
export type Tool = NonNullable<ToolQuery['tool']>;

/** The names of the fields of a configuration, by the type of the tool. */
const KNOWN: Readonly<Record<string, readonly string[]>> = TOOL_FIELDS;

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
export const CONFIG_FIELDS = createFields(
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
      hint: 'JSON Schema of the arguments that the LLM passes. Leave empty for no arguments.',
      isShown: isOf('SERVER_WEBHOOK', 'CLIENT'),
      ...withControl<string>({
        Control: ParametersField,
        toDraft: formatJson,
        read: readJsonObject,
      }),
    },
    bodyTemplate: {
      label: 'Body template',
      hint: 'Template of the request body. Leave empty to send the arguments as JSON.',
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
      ...withManyPicker(GroupsField, (ids) => ids),
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
      label: 'Additional configuration',
      hint: 'A JSON object with the fields that this form does not have.',
      kind: 'json',
      rows: 6,
      isMerged: true,
      isShown: (draft) =>
        !(String(draft.type) in KNOWN) || readPath(draft, 'config.further') !== '',
    },
  },
);

/** Moves the fields of a configuration that its type does not have to `further`. */
export function splitConfig(tool: Tool) {
  const known = KNOWN[tool.type ?? ''] ?? [];
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
