import { z } from 'zod';
import { endpoint, type ResourceContract } from './endpoint.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';
import { checkToolConfig, TOOL_TYPES } from './tool-config.ts';

const fields = {
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[a-zA-Z0-9_.-]*$/, 'The name must contain only letters, digits, "_", "." and "-".')
    .describe(
      'Name that the LLM uses to call the tool: unique, 1 to 64 letters, digits, "_", "." or "-".',
    ),
  description: z.string().min(1).max(1024).describe('Description of the tool for the LLM.'),
  config: z.record(z.string(), z.unknown()),
  disableInterruptions: z
    .boolean()
    .describe('If true, the user cannot interrupt while the tool runs.')
    .optional(),
};

/** Body of POST /v1/tools, an extension. */
export const CreateTool = z
  .strictObject({
    ...fields,
    type: z
      .enum(TOOL_TYPES)
      .describe(
        'Type of the tool, which determines the fields of config. A SYSTEM tool cannot be changed or deleted afterwards.',
      ),
    config: fields.config.describe('Configuration, depending on the type of the tool.').optional(),
  })
  .superRefine(checkToolConfig);
export type CreateTool = z.output<typeof CreateTool>;

/**
 * Body of PUT /v1/tools/{id}. Omitted fields are not changed, and unknown keys are accepted.
 * @assumed "Request body: not shown": these are the fields that live services change.
 */
export const UpdateTool = z.looseObject({
  name: fields.name.optional(),
  description: fields.description.optional(),
  config: fields.config
    .describe('Configuration, depending on the type of the tool. An update replaces it completely.')
    .optional(),
  disableInterruptions: fields.disableInterruptions,
});
export type UpdateTool = z.output<typeof UpdateTool>;

/** Query of GET /v1/tools, an extension. */
export const ToolsQuery = z.strictObject(
  pageQuery('Returns only tools whose name, description or id contains this text.'),
);
export type ToolsQuery = z.output<typeof ToolsQuery>;

/** @assumed "Fields of a tool: not shown". */
export const toolShape = {
  id: Id,
  name: tolerant(z.string()).describe('Name that the LLM uses to call the tool.'),
  description: tolerant(z.string()).describe('Description of the tool.'),
  type: tolerant(z.string()).describe('Type of the tool, for example CLIENT or SERVER_WEBHOOK.'),
  config: tolerant(z.record(z.string(), z.unknown())).describe(
    'Configuration, depending on the type of the tool.',
  ),
  disableInterruptions: tolerant(z.boolean()).describe(
    'Whether the user cannot interrupt while the tool runs.',
  ),
  usageCount: tolerant(z.int()).describe('Number of personas that use the tool.'),
  ...Timestamps,
};

export const Tool = record(toolShape);
export type Tool = z.output<typeof Tool>;

export const ToolPage = page(Tool);
export type ToolPage = z.output<typeof ToolPage>;

/** Endpoints of tools. Specification, "GET", "PUT" and "DELETE /v1/tools/{id}"; the others are extensions. */
export const toolEndpoints = {
  tool: endpoint({
    method: 'GET',
    path: '/v1/tools/{id}',
    tag: 'Tools',
    summary: 'Returns a tool by id.',
    params: IdParams,
    status: 200,
    response: Tool,
    errors: [400, 401, 404, 429, 500],
  }),
  updateTool: endpoint({
    method: 'PUT',
    path: '/v1/tools/{id}',
    tag: 'Tools',
    summary: 'Updates a tool.',
    params: IdParams,
    body: { json: UpdateTool },
    status: 200,
    response: Tool,
    errors: [400, 401, 403, 404, 413, 415, 429, 500],
  }),
  deleteTool: endpoint({
    method: 'DELETE',
    path: '/v1/tools/{id}',
    tag: 'Tools',
    summary: 'Deletes a tool.',
    params: IdParams,
    status: 204,
    response: z.unknown(),
    errors: [400, 401, 403, 404, 429, 500],
  }),
  tools: endpoint({
    method: 'GET',
    path: '/v1/tools',
    tag: 'Tools',
    summary: 'Returns a list of all tools, with pagination.',
    extension: 'tools',
    query: ToolsQuery,
    status: 200,
    response: ToolPage,
    errors: [400, 401, 429, 500],
    emptyResponse: EMPTY_PAGE,
  }),
  createTool: endpoint({
    method: 'POST',
    path: '/v1/tools',
    tag: 'Tools',
    summary: 'Creates a tool.',
    extension: 'tools',
    body: { json: CreateTool },
    status: 201,
    response: Tool,
    errors: [400, 401, 413, 415, 429, 500],
  }),
};

/** The contract of tools. */
export const toolContract = {
  tag: 'Tools',
  description: 'Functions that the LLM of a persona can call.',
  endpoints: toolEndpoints,
  requests: { CreateTool, UpdateTool },
  responses: { Tool, ToolPage },
} satisfies ResourceContract;
