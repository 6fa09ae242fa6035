import { z } from 'zod';
import { count, flag, TIMESTAMPS, text } from './fields.ts';
import { pageQuery } from './page.ts';
import { Json, record } from './record.ts';
import { defineResource } from './resource.ts';
import { checkToolChange, checkToolConfig, TOOL_TYPES } from './tool-config.ts';

const ToolType = z.enum(TOOL_TYPES);

/** What creations and updates share. */
const settings = {
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[a-zA-Z0-9_.-]*$/, 'The name must contain only letters, digits, "_", "." and "-".')
    .describe('Unique name for the LLM: 1 to 64 letters, digits, "_", "." or "-".'),
  description: z.string().min(1).max(1024).describe('Description of the tool for the LLM.'),
  config: Json.describe(
    'Configuration of the tool. Its fields depend on the type. An update replaces the saved object.',
  ),
  disableInterruptions: flag('If true, the user cannot interrupt while the tool runs.'),
};

/** @assumed "Fields of a tool: not shown". Inside a persona, a tool may have little more than its name. */
export const Tool = record({
  name: text('Name that the LLM uses to call the tool.'),
  description: text('Description of the tool.'),
  type: ToolType.describe('Type of the tool, which determines the fields of config.'),
  config: Json.describe('Configuration of the tool. Its fields depend on the type.'),
  disableInterruptions: flag('Whether the user cannot interrupt while the tool runs.'),
  usageCount: count('Number of personas that use the tool.', 'personaCount'),
  ...TIMESTAMPS,
}).meta({ id: 'Tool', description: 'A tool.' });
export type Tool = z.output<typeof Tool>;

export const CreateTool = z
  .strictObject({
    ...settings,
    type: ToolType.describe(
      'Type of the tool, which determines the fields of config. A SYSTEM tool cannot be changed or deleted afterwards.',
    ),
  })
  .partial({ config: true, disableInterruptions: true })
  .superRefine(checkToolConfig);

/**
 * Body of PUT /v1/tools/{id}. Omitted fields are not changed, and unknown keys are accepted.
 * @assumed "Request body: not shown": these are the fields that live services change.
 */
export const UpdateTool = z.looseObject(settings).partial().superRefine(checkToolChange);

/** The contract of tools. Specification, "GET", "PUT" and "DELETE /v1/tools/{id}"; the others are extensions. */
export const toolContract = defineResource(
  {
    collection: 'tools',
    noun: 'tool',
    description: 'Functions that the LLM of a persona can call.',
    record: Tool,
    specified: ['get', 'update', 'delete'],
    needPromptsRead: ['config'],
    searched: ['id', 'name', 'description'],
    listItemsHave: ['name'],
    listItemsLack: ['config'],
  },
  ({ list, get, create, update, remove }) => ({
    tool: get(),
    updateTool: update(UpdateTool, { errors: [409] }),
    deleteTool: remove({
      status: 204,
      errors: [409],
    }),
    tools: list(pageQuery('Returns only tools whose name, description or id contains this text.')),
    createTool: create({ json: CreateTool }),
  }),
);
