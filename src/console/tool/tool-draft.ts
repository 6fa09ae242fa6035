import type { ToolFieldsFragment, UpdateToolInput } from '../../hooks/index.ts';

/** The state of the form for a tool. Settings are JSON text. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly config: string;
  readonly disableInterruptions: boolean;
}

/** Creates a draft of an existing tool. */
export const toDraft = (tool: ToolFieldsFragment): ToolDraft => ({
  name: tool.name ?? '',
  description: tool.description ?? '',
  config: tool.config ? JSON.stringify(tool.config, null, 2) : '',
  disableInterruptions: tool.disableInterruptions ?? false,
});

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the settings.
 * @throws Error with a message for the user.
 */
function parseConfig(text: string): Record<string, unknown> {
  if (text.trim() === '')
    throw new Error('Enter a configuration. Use {} for an empty configuration.');
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new Error(`Invalid JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!isObject(config)) throw new Error('The configuration must be a JSON object: { … }.');
  return config;
}

/**
 * Returns the fields that a draft changes. Unchanged fields are not sent, so that they do not overwrite others'
 * changes.
 * @throws Error if the settings are not a JSON object.
 */
export function getChanges(tool: ToolFieldsFragment, draft: ToolDraft): UpdateToolInput {
  const original = toDraft(tool);
  const config = draft.config === original.config ? undefined : parseConfig(draft.config);
  return {
    ...(draft.name !== original.name && { name: draft.name }),
    ...(draft.description !== original.description && { description: draft.description }),
    ...(config && { config }),
    ...(draft.disableInterruptions !== original.disableInterruptions && {
      disableInterruptions: draft.disableInterruptions,
    }),
  };
}
