import type { CreateToolInput, ToolQuery, ToolType, UpdateToolInput } from '../../hooks/index.ts';
import {
  createDraft,
  type FormFields,
  getChangedFields,
  toCreateInput,
} from '../shell/draft-form.tsx';
import { readConfig, type ToolConfigDraft, toConfigDraft } from './tool-config-draft.ts';

/** A tool with the fields of its page. */
export type Tool = NonNullable<ToolQuery['tool']>;

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
  { value: 'SERVER_RAG', name: 'server rag: searches knowledge groups' },
  { value: 'SYSTEM', name: 'system: an action of the service; cannot be changed later' },
];

type Field = keyof FormFields<CreateToolInput & UpdateToolInput>;

/** The empty form, which has every field of a creation and an update. */
const emptyDraft: ToolDraft & Readonly<Record<Field, unknown>> = {
  type: 'CLIENT',
  name: '',
  description: '',
  config: toConfigDraft('CLIENT', {}),
  disableInterruptions: false,
};

/** Creates the draft of a new tool, which searches knowledge groups if there are any. */
export const createDraftFor = (documentFolderIds: readonly string[]): ToolDraft =>
  documentFolderIds.length === 0
    ? emptyDraft
    : {
        ...emptyDraft,
        type: 'SERVER_RAG',
        config: toConfigDraft('SERVER_RAG', { documentFolderIds }),
      };

export const toDraft = (tool: Tool): ToolDraft =>
  createDraft<ToolDraft>(
    { ...emptyDraft, type: '' },
    { ...tool, config: toConfigDraft(tool.type ?? '', tool.config ?? {}) },
  );

/**
 * Converts a draft to the API's input.
 * @throws FieldError if a field cannot be read.
 */
export function toInput(draft: ToolDraft): CreateToolInput {
  const type = TOOL_TYPES.find(({ value }) => value === draft.type)?.value ?? 'CLIENT';
  return {
    ...toCreateInput<CreateToolInput>(draft),
    type,
    // Sent even if they are empty, so that the API says what is missing.
    name: draft.name.trim(),
    description: draft.description.trim(),
    config: readConfig(type, draft.config),
  };
}

/**
 * Returns the fields that a draft changes.
 * @throws FieldError if a changed field cannot be read.
 */
export const getChanges = (tool: Tool, draft: ToolDraft): UpdateToolInput =>
  getChangedFields(toDraft(tool), draft, (name, value) =>
    name === 'config' ? readConfig(draft.type, draft.config) : value,
  );
