import type { ToolFieldsFragment, UpdateToolInput } from '../../hooks/index.ts';

/** A tool as a form holds it; its settings are JSON text. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly config: string;
  readonly disableInterruptions: boolean;
}

/** A tool as it is, ready to be edited. */
export const toDraft = (tool: ToolFieldsFragment): ToolDraft => ({
  name: tool.name ?? '',
  description: tool.description ?? '',
  config: tool.config ? JSON.stringify(tool.config, null, 2) : '',
  disableInterruptions: tool.disableInterruptions ?? false,
});

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The settings that a text holds.
 * @throws Error that says what is wrong with the text, for who wrote it.
 */
function parseConfig(text: string): Record<string, unknown> {
  if (text.trim() === '') throw new Error('Settings cannot be left out; {} empties them.');
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!isObject(config)) throw new Error('Settings are a JSON object: { … }.');
  return config;
}

/**
 * What of a tool a draft changes; what it leaves as it is, is not sent, so that nobody else's change is undone.
 * @throws Error where the settings are not a JSON object.
 */
export function changesOf(tool: ToolFieldsFragment, draft: ToolDraft): UpdateToolInput {
  const before = toDraft(tool);
  const config = draft.config === before.config ? undefined : parseConfig(draft.config);
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(draft.description !== before.description && { description: draft.description }),
    ...(config && { config }),
    ...(draft.disableInterruptions !== before.disableInterruptions && {
      disableInterruptions: draft.disableInterruptions,
    }),
  };
}
