import { z } from 'zod';
import { field, ID, shapeIn, TIMESTAMPS } from './field.ts';
import { page, pageQuery } from './page.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { checkToolChange, checkToolConfig, ToolType } from './tool-config.ts';

const config = z.record(z.string(), z.unknown());

/** @assumed "Fields of a tool: not shown". Inside a persona, a tool may have little more than its name. */
const toolFields = {
  id: { ...ID, isSearched: true },
  name: field(z.string(), 'Name that the LLM uses to call the tool.', {
    in: ['create', 'update'],
    input: [
      z
        .string()
        .min(1)
        .max(64)
        .regex(
          /^[a-zA-Z0-9_.-]*$/,
          'The name must contain only letters, digits, "_", "." and "-".',
        ),
      'Name that the LLM uses to call the tool: unique, 1 to 64 letters, digits, "_", "." or "-".',
    ],
    required: 'create',
    isSearched: true,
    isUnique: true,
  }),
  description: field(z.string(), 'Description of the tool.', {
    in: ['create', 'update'],
    input: [z.string().min(1).max(1024), 'Description of the tool for the LLM.'],
    required: 'create',
    isSearched: true,
  }),
  type: field(ToolType, 'Type of the tool, which determines the fields of config.', {
    in: ['create'],
    input:
      'Type of the tool, which determines the fields of config. A SYSTEM tool cannot be changed or deleted afterwards.',
    required: 'create',
  }),
  config: field(config, 'Configuration of the tool. Its fields depend on the type.', {
    in: ['create', 'update'],
    isPrompt: true,
  }),
  disableInterruptions: field(
    z.boolean(),
    'Whether the user cannot interrupt while the tool runs.',
    {
      in: ['create', 'update'],
      input: 'If true, the user cannot interrupt while the tool runs.',
    },
  ),
  usageCount: field(z.int32(), 'Number of personas that use the tool.', { alias: 'personaCount' }),
  ...TIMESTAMPS,
};

/** Body of POST /v1/tools, an extension. */
export const CreateTool = z
  .strictObject(shapeIn('create', toolFields))
  .superRefine(checkToolConfig);
export type CreateTool = z.output<typeof CreateTool>;

/**
 * Body of PUT /v1/tools/{id}. Omitted fields are not changed, and unknown keys are accepted.
 * @assumed "Request body: not shown": these are the fields that live services change.
 */
export const UpdateTool = z.looseObject(shapeIn('update', toolFields)).superRefine(checkToolChange);
export type UpdateTool = z.output<typeof UpdateTool>;

/** Query of GET /v1/tools, an extension. */
const ToolsQuery = z.strictObject(
  pageQuery('Returns only tools whose name, description or id contains this text.'),
);

export const Tool = record(toolFields);
export type Tool = z.output<typeof Tool>;

const ToolPage = page(Tool);

/** The contract of tools. Specification, "GET", "PUT" and "DELETE /v1/tools/{id}"; the others are extensions. */
export const toolContract = defineResource(
  {
    collection: 'tools',
    noun: 'tool',
    description: 'Functions that the LLM of a persona can call.',
    record: Tool,
    fields: toolFields,
    summaries: { always: ['name'], never: ['config'] },
  },
  ({ list, get, create, update, remove }) => ({
    endpoints: {
      tool: get(),
      updateTool: update(UpdateTool, { errors: [403] }),
      deleteTool: remove(204, { errors: [403] }),
      tools: list({ query: ToolsQuery, page: ToolPage }, { isExtension: true }),
      createTool: create({ json: CreateTool }, { isExtension: true }),
    },
    requests: { CreateTool, UpdateTool },
    responses: { Tool, ToolPage },
  }),
);
