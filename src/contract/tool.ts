import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';

/**
 * Body of PUT /v1/tools/{id}; what is omitted stays as it is, and keys newer than these pass.
 * @assumed "Request body: not shown": these are the fields such services change.
 */
export const UpdateTool = z.looseObject({
  name: z.string().min(1).max(64).describe('Name that the LLM uses to call the tool.').optional(),
  description: z
    .string()
    .min(1)
    .max(1024)
    .describe('Description of the tool for the LLM.')
    .optional(),
  config: z
    .record(z.string(), z.unknown())
    .describe('Configuration, depending on the type of the tool. An update replaces it completely.')
    .optional(),
  disableInterruptions: z
    .boolean()
    .describe('If true, the user cannot interrupt while the tool runs.')
    .optional(),
});
export type UpdateTool = z.output<typeof UpdateTool>;

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
