import { z } from 'zod';
import { resources } from '../contract/api.ts';
import type { KnowledgeGroup as KnowledgeGroupRecord } from '../contract/knowledge-group.ts';
import { Id } from '../contract/record.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { CreateTool, type Tool as ToolRecord, UpdateTool } from '../contract/tool.ts';
import { builder } from './builder.ts';
import { createInput, createUpdateInput } from './create-input.ts';
import { addExtra } from './extra.ts';
import { createFields } from './fields.ts';
import { KnowledgeGroup } from './knowledge-group.ts';
import type { Loaders } from './loaders.ts';
import { addCreateField, addUpdateField } from './mutation-fields.ts';
import { PROMPT_NOTE, PROMPT_SCOPES } from './record-field.ts';
import { addResourceFields } from './resource-fields.ts';

/** Maximum number of knowledge groups of a tool or a persona that are loaded, and the number that its cost assumes. */
export const MAX_GROUPS = 100;
export const EXPECTED_GROUPS = 3;

const GroupIds = z.array(Id);

/** Returns the ids of the knowledge groups that a tool searches; undefined for one that searches none. */
const findGroupIds = ({ type, config }: ToolRecord) =>
  type && type !== 'SERVER_RAG'
    ? []
    : GroupIds.safeParse(config?.documentFolderIds).data?.slice(0, MAX_GROUPS);

/** Loads the knowledge groups that tools search, without those that no longer exist. */
export async function loadGroups(
  tools: readonly ToolRecord[],
  loaders: Loaders,
): Promise<KnowledgeGroupRecord[]> {
  const ids = await Promise.all(tools.map((tool) => loaders.loadField('tool', tool, findGroupIds)));
  const distinct = [...new Set(ids.flatMap((of) => of ?? []))].slice(0, MAX_GROUPS);
  return loaders.loadExisting('knowledgeGroup', distinct);
}

export const Tool = builder.objectRef<ToolRecord>('Tool').implement({
  description: 'A function that the LLM of a persona can call.',
  fields: (t) => ({
    ...createFields('tool', { except: ['config'] }),
    config: t.field({
      type: 'JSONObject',
      description: `${getDescription(resources.tool.record.shape.config)} Secrets, and all headers except common ones such as Accept, are "[redacted]". ${PROMPT_NOTE}`,
      scopes: PROMPT_SCOPES,
      resolve: (tool, _, { loaders }) => loaders.loadField('tool', tool, ({ config }) => config),
    }),
    knowledgeGroups: t.field({
      type: [KnowledgeGroup],
      description: `The first ${MAX_GROUPS} knowledge groups that a SERVER_RAG tool searches, without those that no longer exist. ${PROMPT_NOTE}`,
      scopes: ['knowledge:read', ...PROMPT_SCOPES],
      complexity: { field: 1, multiplier: EXPECTED_GROUPS },
      resolve: (tool, _, { loaders }) =>
        loaders.loadField('tool', tool, (tool) => {
          const ids = findGroupIds(tool);
          return ids && loaders.loadExisting('knowledgeGroup', ids);
        }),
    }),
  }),
});

const tool = { resource: 'tool', type: Tool } as const;

addResourceFields({ ...tool, except: ['create', 'update'] });

const { config } = UpdateTool.shape;

addCreateField({
  ...tool,
  description: 'Creates a tool. To attach it to a persona, use toolIds.',
  input: createInput({
    name: 'CreateToolInput',
    description: 'Input of createTool.',
    schema: CreateTool,
  }),
  create: ({ extra, ...fields }, { rest }) => rest.createTool({ body: addExtra(fields, extra) }),
});
addUpdateField({
  ...tool,
  description: 'Updates a tool.',
  input: createUpdateInput({
    name: 'UpdateToolInput',
    description: 'Changes to a tool.',
    schema: UpdateTool.safeExtend({
      config: config.describe(
        `${getDescription(config)} Send secrets again: "[redacted]" is rejected.`,
      ),
    }),
  }),
  update: (id, { extra, ...changes }, { rest }) =>
    rest.updateTool({ params: { id }, body: addExtra(changes, extra) }),
});
