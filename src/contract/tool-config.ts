import { z } from 'zod';
import type { JsonObject } from './record.ts';

/** Kinds of tools. */
export const TOOL_TYPES = ['CLIENT', 'SERVER_RAG', 'SERVER_WEBHOOK', 'SYSTEM'] as const;
export type ToolType = (typeof TOOL_TYPES)[number];

const jsonSchema = z.record(z.string(), z.unknown()).optional();

const webhookUrl = z.url({
  protocol: /^https?$/,
  error: 'The address of a webhook is a complete http or https address.',
});

/**
 * What `config` holds, by the type of the tool. Keys newer than these pass.
 * @assumed The specification shows no fields of a tool.
 */
const TOOL_CONFIGS = {
  CLIENT: z.looseObject({
    parameters: jsonSchema,
    awaitResult: z.boolean().optional(),
    toolTimeoutSeconds: z.number().min(1).max(600).optional(),
  }),
  SERVER_RAG: z.looseObject({ documentFolderIds: z.array(z.guid()) }),
  SERVER_WEBHOOK: z.looseObject({
    url: webhookUrl,
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
    headers: z.record(z.string(), z.string()).optional(),
    parameters: jsonSchema,
    bodyTemplate: z.string().optional(),
  }),
  SYSTEM: z.looseObject({ action: z.enum(['end_call', 'interrupt']) }),
} as const satisfies Record<ToolType, z.ZodObject>;

const isToolType = (type: string): type is ToolType => Object.hasOwn(TOOL_CONFIGS, type);

/** The rules that the config of a tool breaks; none for a type that is not known here. */
export function toolConfigIssues(type: string, config: JsonObject = {}): z.core.$ZodIssue[] {
  if (!isToolType(type)) return [];
  return TOOL_CONFIGS[type].safeParse(config).error?.issues ?? [];
}

/** Refuses a tool whose config does not fit its type, at the path of the field that breaks a rule. */
export function checkToolConfig(
  { type, config }: { type: ToolType; config?: JsonObject | undefined },
  context: z.RefinementCtx,
): void {
  for (const { path, message } of toolConfigIssues(type, config)) {
    context.addIssue({ code: 'custom', path: ['config', ...path], message });
  }
}
