import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { ToolParameters } from './json-schema.ts';
import type { JsonObject } from './record.ts';
import { enumOf, objectOf } from './schema-meta.ts';

/** Types of saved tools. */
export const TOOL_TYPES = ['CLIENT', 'SERVER_RAG', 'SERVER_WEBHOOK', 'SYSTEM'] as const;
export type ToolType = (typeof TOOL_TYPES)[number];

const ToolAction = enumOf('ToolAction', 'What a system tool does.', {
  end_call: 'Ends the session.',
  interrupt: 'Interrupts the persona.',
});

export const WebhookMethod = enumOf('WebhookMethod', 'HTTP method of a webhook.', {
  GET: 'GET.',
  POST: 'POST.',
  PUT: 'PUT.',
  DELETE: 'DELETE.',
  PATCH: 'PATCH.',
});

/** Limits of the time that a client may take, in seconds. */
const TIMEOUT = { min: 1, max: 600 };

const parameters = ToolParameters.describe('JSON Schema of the arguments.').optional();

/**
 * The fields of `config` for each type of tool. Unknown keys are accepted.
 * @assumed The specification shows no fields of a tool.
 */
export const TOOL_CONFIGS = {
  CLIENT: objectOf('ClientToolConfig', 'A tool that runs in the client of the session.', {
    parameters,
    awaitResult: z.boolean().describe('Whether the LLM waits for the result.').optional(),
    toolTimeoutSeconds: z
      .number()
      .min(TIMEOUT.min)
      .max(TIMEOUT.max)
      .describe(`Seconds until the call fails (${TIMEOUT.min} to ${TIMEOUT.max}).`)
      .optional(),
  }),
  SERVER_RAG: objectOf('KnowledgeToolConfig', 'A tool that searches knowledge groups.', {
    documentFolderIds: z.array(z.guid()).meta({
      description: 'Ids of the knowledge groups to search.',
      alias: 'knowledgeGroupIds',
    }),
  }),
  SERVER_WEBHOOK: objectOf('WebhookToolConfig', 'A tool that calls a URL from the server.', {
    url: z
      .url({
        protocol: /^https?$/,
        error: 'The URL of the webhook must be an absolute http or https URL.',
      })
      .describe('The URL to call.'),
    method: WebhookMethod.describe('HTTP method.'),
    headers: z.record(z.string(), z.string()).describe('HTTP headers by name.').optional(),
    parameters,
    bodyTemplate: z
      .string()
      .describe('Template of the request body. Default: the arguments as JSON.')
      .optional(),
  }),
  SYSTEM: objectOf('SystemToolConfig', 'A tool that is an action of the service.', {
    action: ToolAction.describe('The action.'),
  }),
} as const satisfies Record<ToolType, z.ZodObject>;

const isToolType = (type: string): type is ToolType => Object.hasOwn(TOOL_CONFIGS, type);

/** Validates the config of a tool and returns the problems. An unknown type has none. */
export function findToolConfigIssues(type: string, config: JsonObject = {}): z.core.$ZodIssue[] {
  if (!isToolType(type)) return [];
  return TOOL_CONFIGS[type].safeParse(config, { error: describeIssue }).error?.issues ?? [];
}

function addIssues(issues: readonly z.core.$ZodIssue[], context: z.RefinementCtx) {
  for (const { path, message, code } of issues)
    context.addIssue({ code: 'custom', path: ['config', ...path], message, params: { code } });
}

const UpdatedConfig = z.looseObject({ parameters: ToolParameters.optional() });

/**
 * Rejects a change of a tool whose parameters no type of tool allows. Whether other fields are valid depends on the
 * type of the tool.
 */
export function checkToolChange(
  { config }: { config?: JsonObject | undefined },
  context: z.RefinementCtx,
): void {
  addIssues(UpdatedConfig.optional().safeParse(config).error?.issues ?? [], context);
}

/** Rejects a tool with a config that is invalid for its type, at the path of the invalid field. */
export function checkToolConfig(
  { type, config }: { type: ToolType; config?: JsonObject | undefined },
  context: z.RefinementCtx,
): void {
  addIssues(findToolConfigIssues(type, config), context);
}
