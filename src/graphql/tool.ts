import { z } from 'zod';
import type { KnowledgeGroup as KnowledgeGroupRecord } from '../contract/knowledge-group.ts';
import { Id } from '../contract/record.ts';
import { ToolSubtype, ToolType } from '../contract/session-analytics.ts';
import { CreateTool, type Tool as ToolRecord, UpdateTool } from '../contract/tool.ts';
import { builder } from './builder.ts';
import { addExtra } from './extra.ts';
import { createFields, findEnumType } from './fields.ts';
import { KnowledgeGroup } from './knowledge.ts';
import type { Loaders } from './loaders.ts';
import { PROMPT_NOTE, PROMPT_SCOPES } from './record-field.ts';
import { addResourceFields } from './resource-fields.ts';
import { loadKind, readConfig, ToolConfig, ToolConfigInput, toolConfig } from './tool-config.ts';

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
    ...createFields('tool', { except: ['type', 'config'] }),
    type: t.field({
      type: findEnumType(ToolType),
      description: 'Where the tool runs.',
      resolve: async (tool, _, { loaders }) => (await loadKind(tool, loaders))?.type ?? null,
    }),
    subtype: t.field({
      type: findEnumType(ToolSubtype),
      description: 'What the tool does; null unless it is a server tool.',
      resolve: async (tool, _, { loaders }) => (await loadKind(tool, loaders))?.subtype ?? null,
    }),
    config: t.field({
      type: ToolConfig,
      description: `Configuration of the tool; null if the API does not know its type. Secrets, and all headers except common ones such as Accept, are "[redacted]". ${PROMPT_NOTE}`,
      scopes: PROMPT_SCOPES,
      resolve: (tool, _, { loaders }) => loaders.loadField('tool', tool, readConfig),
    }),
    knowledgeGroups: t.field({
      type: [KnowledgeGroup],
      description: `The first ${MAX_GROUPS} knowledge groups that a knowledge tool searches, without those that no longer exist. ${PROMPT_NOTE}`,
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

const { name, description, disableInterruptions } = CreateTool.shape;
const { config: _, ...changes } = UpdateTool.shape;
const types = { config: ToolConfigInput };

addResourceFields({
  resource: 'tool',
  type: Tool,
  create: {
    description: 'Creates a tool. To attach it to a persona, add its id to toolIds of the persona.',
    schema: z.object({
      name,
      description,
      config: toolConfig.describe(
        'Configuration. A system tool cannot be changed or deleted later.',
      ),
      disableInterruptions,
    }),
    types,
    run: ({ extra, config, ...fields }, { rest }) =>
      rest.createTool({ body: addExtra({ ...fields, ...config }, extra) }),
  },
  update: {
    schema: z.looseObject({
      ...changes,
      config: toolConfig
        .describe(
          'Configuration of the tool, which replaces the saved one and must be of the same kind. Send secrets again: "[redacted]" is rejected.',
        )
        .optional(),
    }),
    types,
    run: ({ extra, config, ...changes }, { rest }, id) =>
      rest.updateTool({
        params: { id },
        body: addExtra({ ...changes, ...(config && { config: config.config }) }, extra),
      }),
  },
});
