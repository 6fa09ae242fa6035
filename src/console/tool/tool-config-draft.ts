import { TOOL_FIELDS } from '../constants.ts';
import { FieldError, readNumber } from '../shell/draft-form.tsx';
import { formatJson, isObject, type JsonObject, readJsonObject } from '../shell/format.tsx';

/** The configuration of a tool, as typed. Which fields apply depends on the type of the tool. */
export interface ToolConfigDraft {
  /** JSON Schema, as text. */
  readonly parameters: string;
  readonly awaitResult: boolean;
  readonly toolTimeoutSeconds: string;
  readonly url: string;
  readonly method: string;
  /** One header per line. */
  readonly headers: string;
  readonly bodyTemplate: string;
  /** Ids of knowledge groups. */
  readonly documentFolderIds: readonly string[];
  readonly action: string;
  /** Fields without a control, as JSON text. */
  readonly further: string;
}

/** Path of the configuration in the API's arguments. */
export const CONFIG_PATH = 'input.config';

const FIELDS: Readonly<Record<string, readonly string[]>> = TOOL_FIELDS;

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const toLines = (value: unknown) =>
  isObject(value)
    ? Object.entries(value).map(([name, text]) => `${name}: ${toText(text)}`)
    : Array.isArray(value)
      ? value.map(toText)
      : [];

/** Creates a draft of a configuration. Fields that the type does not have are kept in `further`. */
export function toConfigDraft(type: string, config: JsonObject): ToolConfigDraft {
  const fields = FIELDS[type] ?? [];
  const further = Object.entries(config).filter(([name]) => !fields.includes(name));
  return {
    parameters: isObject(config.parameters) ? formatJson(config.parameters) : '',
    awaitResult: config.awaitResult === true,
    toolTimeoutSeconds: toText(config.toolTimeoutSeconds),
    url: toText(config.url),
    method: toText(config.method) || 'POST',
    headers: toLines(config.headers).join('\n'),
    bodyTemplate: toText(config.bodyTemplate),
    documentFolderIds: toLines(config.documentFolderIds),
    action: toText(config.action) || 'end_call',
    further: further.length > 0 ? formatJson(Object.fromEntries(further)) : '',
  };
}

const readLines = (text: string) => text.split('\n').map((line) => line.trim());

function readHeaders(text: string): JsonObject | undefined {
  const headers = readLines(text).flatMap((line, index) => {
    if (line === '') return [];
    const [, name, value] = /^([^\s:]+)\s*:(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new FieldError(`${CONFIG_PATH}.headers`, `Line ${index + 1} is not “Name: value”.`);
    return [[name, value.trim()]];
  });
  return headers.length > 0 ? Object.fromEntries(headers) : undefined;
}

/**
 * Reads the configuration of a tool of `type`, without empty fields.
 * @throws FieldError if a field cannot be read.
 */
export function readConfig(type: string, draft: ToolConfigDraft): JsonObject {
  const fields: JsonObject = {
    ...draft,
    parameters: readJsonObject(draft.parameters, `${CONFIG_PATH}.parameters`),
    toolTimeoutSeconds: readNumber(draft.toolTimeoutSeconds, `${CONFIG_PATH}.toolTimeoutSeconds`),
    url: draft.url.trim(),
    headers: readHeaders(draft.headers),
    bodyTemplate: draft.bodyTemplate || undefined,
  };
  const own = (FIELDS[type] ?? [])
    .map((name) => [name, fields[name]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...readJsonObject(draft.further, `${CONFIG_PATH}.further`), ...Object.fromEntries(own) };
}
