import { z } from 'zod';
import { endpoint, type Resource } from './endpoint.ts';
import { optional, read, required, shapeIn, timestamps } from './field.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Id, IdParams, record } from './record.ts';
import { checkToolConfig, TOOL_TYPES } from './tool-config.ts';

const config = z.record(z.string(), z.unknown());

/** @assumed "Fields of a tool: not shown". Inside a persona, a tool may have little more than its name. */
export const toolFields = {
  id: { read: Id },
  name: {
    ...read(z.string(), 'Name that the LLM uses to call the tool.'),
    ...required(
      z
        .string()
        .min(1)
        .max(64)
        .regex(
          /^[a-zA-Z0-9_.-]*$/,
          'The name must contain only letters, digits, "_", "." and "-".',
        ),
      'Name that the LLM uses to call the tool: unique, 1 to 64 letters, digits, "_", "." or "-".',
    ),
  },
  description: {
    ...read(z.string(), 'Description of the tool.', { inSummary: 'sometimes' }),
    ...required(z.string().min(1).max(1024), 'Description of the tool for the LLM.'),
  },
  type: {
    ...read(z.string(), 'Type of the tool, for example CLIENT or SERVER_WEBHOOK.', {
      inSummary: 'sometimes',
    }),
    create: z
      .enum(TOOL_TYPES)
      .describe(
        'Type of the tool, which determines the fields of config. A SYSTEM tool cannot be changed or deleted afterwards.',
      ),
  },
  config: {
    ...read(config, 'Configuration, depending on the type of the tool.', { inSummary: 'never' }),
    create: config.describe('Configuration, depending on the type of the tool.').optional(),
    update: config
      .describe(
        'Configuration, depending on the type of the tool. An update replaces it completely.',
      )
      .optional(),
  },
  disableInterruptions: {
    ...read(z.boolean(), 'Whether the user cannot interrupt while the tool runs.', {
      inSummary: 'sometimes',
    }),
    ...optional(z.boolean(), 'If true, the user cannot interrupt while the tool runs.'),
  },
  usageCount: read(z.int(), 'Number of personas that use the tool.', { inSummary: 'sometimes' }),
  ...timestamps({ inSummary: 'sometimes' }),
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
export const UpdateTool = z.looseObject(shapeIn('update', toolFields));
export type UpdateTool = z.output<typeof UpdateTool>;

/** Query of GET /v1/tools, an extension. */
export const ToolsQuery = z.strictObject(
  pageQuery('Returns only tools whose name, description or id contains this text.'),
);
export type ToolsQuery = z.output<typeof ToolsQuery>;

const toolShape = shapeIn('read', toolFields);

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
  plural: 'tools',
  noun: 'tool',
  nouns: 'tools',
  tag: 'Tools',
  description: 'Functions that the LLM of a persona can call.',
  endpoints: toolEndpoints,
  requests: { CreateTool, UpdateTool },
  record: Tool,
  shape: toolShape,
  responses: { Tool, ToolPage },
} as const satisfies Resource;
