import type {
  CreateToolInput,
  ToolFieldsFragment,
  ToolType,
  UpdateToolInput,
} from '../../hooks/index.ts';
import { readConfig, type ToolConfigDraft, toConfigDraft } from './tool-config-draft.ts';

/** The state of the form for a tool. */
export interface ToolDraft {
  /** A `ToolType`, or another type of an existing tool. */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly config: ToolConfigDraft;
  readonly disableInterruptions: boolean;
}

/** Types of tools, with their names for users. */
export const TOOL_TYPES: readonly { readonly value: ToolType; readonly name: string }[] = [
  { value: 'CLIENT', name: 'client: called in the client of the session' },
  { value: 'SERVER_WEBHOOK', name: 'server webhook: calls a URL' },
  { value: 'SERVER_RAG', name: 'server rag: searches documents' },
  { value: 'SYSTEM', name: 'system: an action of the service; cannot be changed later' },
];

/** The empty form. */
export const emptyDraft: ToolDraft = {
  type: 'CLIENT',
  name: '',
  description: '',
  config: toConfigDraft('CLIENT', {}),
  disableInterruptions: false,
};

/** Creates a draft of an existing tool. */
export const toDraft = (tool: ToolFieldsFragment): ToolDraft => ({
  type: tool.type ?? '',
  name: tool.name ?? '',
  description: tool.description ?? '',
  config: toConfigDraft(tool.type ?? '', tool.config ?? {}),
  disableInterruptions: tool.disableInterruptions ?? false,
});

/**
 * Converts a draft to the API's input.
 * @throws FieldError if a field cannot be read.
 */
export function toInput(draft: ToolDraft): CreateToolInput {
  const type = TOOL_TYPES.find(({ value }) => value === draft.type)?.value ?? 'CLIENT';
  return {
    type,
    name: draft.name.trim(),
    description: draft.description.trim(),
    config: readConfig(type, draft.config),
    ...(draft.disableInterruptions && { disableInterruptions: true }),
  };
}

/**
 * Returns the fields that a draft changes. Unchanged fields are not sent, so that they do not overwrite others'
 * changes.
 * @throws FieldError if a changed field cannot be read.
 */
export function getChanges(tool: ToolFieldsFragment, draft: ToolDraft): UpdateToolInput {
  const original = toDraft(tool);
  const isConfigChanged = JSON.stringify(draft.config) !== JSON.stringify(original.config);
  return {
    ...(draft.name !== original.name && { name: draft.name.trim() }),
    ...(draft.description !== original.description && { description: draft.description.trim() }),
    ...(isConfigChanged && { config: readConfig(draft.type, draft.config) }),
    ...(draft.disableInterruptions !== original.disableInterruptions && {
      disableInterruptions: draft.disableInterruptions,
    }),
  };
}
