import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';

/**
 * Body of PUT /v1/tools/{id}; what is omitted stays as it is, and keys newer than these pass.
 * @assumed "Request body: not shown": these are the fields such services change.
 */
export const UpdateTool = z.looseObject({
  name: z.string().min(1).max(64).describe('Name by which the LLM calls the tool.').optional(),
  description: z
    .string()
    .min(1)
    .max(1024)
    .describe('What the tool does, told to the LLM.')
    .optional(),
  config: z
    .record(z.string(), z.unknown())
    .describe("Settings by the tool's type; replaced as a whole.")
    .optional(),
  disableInterruptions: z
    .boolean()
    .describe('When true, the user cannot interrupt while the tool runs.')
    .optional(),
});
export type UpdateTool = z.output<typeof UpdateTool>;

/** @assumed "Fields of a tool: not shown". */
export const toolShape = {
  id: Id,
  name: tolerant(z.string()).describe('Name by which the LLM calls the tool.'),
  description: tolerant(z.string()).describe('What the tool does.'),
  type: tolerant(z.string()).describe('Kind of tool, for example CLIENT or SERVER_WEBHOOK.'),
  config: tolerant(z.record(z.string(), z.unknown())).describe("Settings by the tool's type."),
  disableInterruptions: tolerant(z.boolean()).describe('Whether the user can interrupt it.'),
  usageCount: tolerant(z.int()).describe('How many personas use it.'),
  ...Timestamps,
};

export const Tool = record(toolShape);
export type Tool = z.output<typeof Tool>;

/** Endpoints of tools. Specification, "GET", "PUT" and "DELETE /v1/tools/{id}". */
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
};
