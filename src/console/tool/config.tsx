import type { ToolQuery } from '../../hooks/index.ts';
import { REDACTED } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { KNOWLEDGE_GROUP } from '../knowledge/group.tsx';
import {
  createFields,
  type Draft,
  defineFields,
  type FormField,
  withControl,
} from '../shell/fields.ts';
import { FieldError, isObject } from '../shell/parse.ts';
import { withManyPicker } from '../shell/picker.tsx';

/** A tool with the fields of its page. */
export type Tool = NonNullable<ToolQuery['tool']>;

/** The kinds of tools, by the field of their configuration. */
export const KINDS = {
  client: 'Client: called in the client of the session',
  webhook: 'Webhook: calls a URL from the server',
  knowledge: 'Knowledge: searches knowledge groups',
  system: 'System: an action of the service; cannot be changed later',
} as const;
export type Kind = keyof typeof KINDS;

const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

/** Returns the kind of a tool; undefined if its configuration is unknown or cannot be read. */
export const findKind = ({ config }: Pick<Tool, 'config'>): Kind | undefined =>
  Object.entries(config ?? {}).flatMap(([name, value]) =>
    value !== null && isKind(name) ? [name] : [],
  )[0];

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

const METHODS = Object.fromEntries(
  Object.keys(FIELDS.WebhookToolConfigInput.method.values).map((method) => [method, method]),
);

const PARAMETERS = {
  hint: (
    <>
      JSON Schema of the arguments that the LLM passes, such as{' '}
      <code>{'{ "type": "object", "properties": { "city": { "type": "string" } } }'}</code>. Leave
      empty for no arguments.
    </>
  ),
  rows: 12,
};

const EXTRA = {
  extra: {
    label: 'Additional configuration',
    hint: 'A JSON object with the fields that this form does not have.',
    kind: 'json',
    rows: 6,
  },
} as const;

/** The configuration itself, which is sent even without fields. */
const WHOLE = withControl<object>({
  Control: () => null,
  toDraft: () => ({}),
  read: () => ({}),
});

/** The fields of the configuration of a kind. Forms of other kinds do not show them. */
const createKind = (kind: Kind, fields: readonly FormField[]) =>
  [
    ...defineFields({ [kind]: WHOLE }),
    ...fields.map((field) => ({ ...field, name: `${kind}.${field.name}` })),
  ].map((field) => ({ ...field, isShown: (draft: Draft) => draft.kind === kind }));

export const CONFIG_FIELDS = [
  ...createKind(
    'client',
    createFields(FIELDS.ClientToolConfigInput, {
      parameters: PARAMETERS,
      awaitResult: { label: 'The LLM waits for the result', hint: '' },
      toolTimeoutSeconds: { label: 'Timeout (seconds)' },
      ...EXTRA,
    }),
  ),
  ...createKind(
    'webhook',
    createFields(FIELDS.WebhookToolConfigInput, {
      url: { hint: '' },
      method: { hint: '', values: METHODS, initial: 'POST' },
      headers: {
        hint: `One per line, such as Accept: application/json. “${REDACTED}” is a saved secret: enter it again to change the configuration.`,
        rows: 3,
        isCode: true,
        ...withControl<string>({ toDraft: formatHeaders, read: readHeaders }),
      },
      parameters: PARAMETERS,
      bodyTemplate: {
        hint: 'Template of the request body. Leave empty to send the arguments as JSON.',
        rows: 4,
        isCode: true,
      },
      ...EXTRA,
    }),
  ),
  ...createKind(
    'knowledge',
    createFields(FIELDS.KnowledgeToolConfigInput, {
      knowledgeGroupIds: withManyPicker(KNOWLEDGE_GROUP),
      ...EXTRA,
    }),
  ),
  ...createKind(
    'system',
    createFields(FIELDS.SystemToolConfigInput, {
      action: { hint: '', initial: 'END_CALL' },
      ...EXTRA,
    }),
  ),
];
