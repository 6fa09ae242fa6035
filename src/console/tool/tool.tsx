import * as api from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { ToolKnowledge } from '../knowledge/group.tsx';
import { createFields } from '../shell/fields.ts';
import { DateTime, formatCount, formatValue } from '../shell/format.tsx';
import { defineResource } from '../shell/resource.ts';
import { CONFIG_FIELDS, findKind, KINDS, type Tool } from './config.tsx';

const VIEWS = {
  name: { isCode: true },
  description: { hint: 'Tells the LLM when and why to call the tool.', rows: 3 },
  config: CONFIG_FIELDS,
  disableInterruptions: { label: 'The user cannot interrupt while the tool runs', hint: '' },
};

/** The choice of the configuration. */
const KIND = {
  label: 'Type',
  kind: 'enum',
  isRequired: true,
  values: KINDS,
  initial: 'client',
  isSent: false,
} as const;

const formatKind = ({ type, subtype }: Pick<Tool, 'type' | 'subtype'>) =>
  formatValue(subtype ?? type);

/** Returns the values of a form that the URL has: the knowledge groups that a new tool searches. */
function getValues(params: URLSearchParams) {
  const knowledgeGroupIds = params.getAll('knowledge');
  if (knowledgeGroupIds.length === 0) return {};
  return { kind: 'knowledge', config: { knowledge: { knowledgeGroupIds } } };
}

export const TOOL = defineResource({
  noun: 'tool',
  title: 'Tools',
  path: 'tools',
  lead: "Functions that a persona's LLM can call.",
  list: api.ToolsDocument,
  byIds: api.ToolsByIdsDocument,
  canOpenById: true,
  summarize: ({ name, type, subtype, description }) => ({
    name,
    isCode: true,
    badge: type && formatKind({ type, subtype }),
    description,
  }),
  create: {
    document: api.CreateToolDocument,
    lead: "A function that a persona's LLM can call.",
    getValues,
    fields: createFields(FIELDS.CreateToolInput, { kind: KIND, ...VIEWS }),
  },
  record: api.ToolDocument,
  raw: api.ToolRecordDocument,
  // System tools cannot be changed, and other tools only with their configuration.
  show: (tool, isComplete) => {
    const isSystem = tool.type === 'SYSTEM';
    const canEdit = !isSystem && isComplete && findKind(tool) !== undefined;
    const type = formatKind(tool);
    const uses = tool.personaCount ?? 0;
    return {
      title: tool.name,
      lead: canEdit ? undefined : tool.description,
      settings: {
        Type: isSystem ? `${type}, cannot be changed` : type,
        Action: isSystem && isComplete && formatValue(tool.config?.system?.action ?? null),
        'Knowledge groups': tool.subtype === 'KNOWLEDGE' && <ToolKnowledge toolId={tool.id} />,
        'Used by': tool.personaCount === null ? 'unknown' : formatCount(uses, 'persona'),
        'Last changed': <DateTime at={tool.updatedAt} />,
      },
      canEdit,
      canDelete: !isSystem,
      warning: uses > 0 ? `${formatCount(uses, 'persona')} ${uses === 1 ? 'uses' : 'use'} it.` : '',
    };
  },
  change: {
    document: api.UpdateToolDocument,
    // The kind decides which fields are shown, and cannot be changed.
    fields: createFields(FIELDS.UpdateToolInput, {
      kind: { ...KIND, isShown: () => false },
      ...VIEWS,
    }),
    toSaved: (tool) => ({ ...tool, kind: findKind(tool) }),
  },
  remove: api.DeleteToolDocument,
});
