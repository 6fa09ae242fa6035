import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { ToolParameters } from './json-schema.ts';
import type { JsonObject } from './record.ts';
import { enumOf } from './schema-meta.ts';

export const ToolType = enumOf('ToolType', 'Type of a tool.', {
  CLIENT: 'Runs in the client of the session.',
  SERVER_RAG: 'Searches documents on the server.',
  SERVER_WEBHOOK: 'Calls a URL from the server.',
  SYSTEM: 'An action of the service, such as ending the call.',
});
export type ToolType = z.output<typeof ToolType>;

/** What a tool of the service does. */
export const TOOL_ACTIONS = ['end_call', 'interrupt'] as const;

export const WEBHOOK_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** Limits of the time that a client may take, in seconds. */
export const TOOL_TIMEOUT = { min: 1, max: 600 };

const webhookUrl = z.url({
  protocol: /^https?$/,
  error: 'The URL of the webhook must be an absolute http or https URL.',
});

/**
 * The fields of `config` for each type of tool. Unknown keys are accepted.
 * @assumed The specification shows no fields of a tool.
 */
const TOOL_CONFIGS = {
  CLIENT: z.looseObject({
    parameters: ToolParameters.optional(),
    awaitResult: z.boolean().optional(),
    toolTimeoutSeconds: z.number().min(TOOL_TIMEOUT.min).max(TOOL_TIMEOUT.max).optional(),
  }),
  SERVER_RAG: z.looseObject({ documentFolderIds: z.array(z.guid()) }),
  SERVER_WEBHOOK: z.looseObject({
    url: webhookUrl,
    method: z.enum(WEBHOOK_METHODS),
    headers: z.record(z.string(), z.string()).optional(),
    parameters: ToolParameters.optional(),
    bodyTemplate: z.string().optional(),
  }),
  SYSTEM: z.looseObject({ action: z.enum(TOOL_ACTIONS) }),
} as const satisfies Record<ToolType, z.ZodObject>;

/** The names of the fields of each type of tool. */
export const TOOL_FIELDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(TOOL_CONFIGS).map(([type, { shape }]) => [type, Object.keys(shape)]),
);

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
