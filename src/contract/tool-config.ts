import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { flag, text, webUrl } from './fields.ts';
import { type JsonObject, optional } from './record.ts';
import { enumOf, objectOf, optionsOf } from './schema-meta.ts';

const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

const areTypes = (value: unknown) =>
  [value].flat().every((type) => JSON_TYPES.some((one) => one === type));
const areNames = (value: unknown) => z.array(z.string()).safeParse(value).success;

/** Validates what is certain in a JSON Schema: types, properties, items, and the names that are required. */
const JsonSchema: z.ZodType = z.preprocess(
  // A boolean is a schema, too, and so was a list of items before draft 2020-12.
  (value) => (typeof value === 'boolean' || Array.isArray(value) ? {} : value),
  z
    .looseObject(
      {
        type: z.custom(areTypes, `must be one of ${JSON_TYPES.join(', ')}`),
        required: z.custom(areNames, 'must be a list of names'),
        items: z.lazy(() => JsonSchema),
        properties: z.record(
          z.string(),
          z.lazy(() => JsonSchema),
          'must be an object of JSON Schemas',
        ),
      },
      'must be a JSON Schema',
    )
    .partial(),
);

/** The parameters of a tool: a JSON Schema of an object, whose properties the LLM passes. */
export const ToolParameters = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  const isObject = [schema.type ?? 'object'].flat().includes('object');
  const [issue] = isObject
    ? (JsonSchema.safeParse(schema).error?.issues ?? [])
    : [{ path: ['type'], message: 'must be object' }];
  if (!issue) return;
  const { path, message } = issue;
  context.addIssue({ code: 'custom', path, message: `${path.join('.')} ${message}.` });
});

/** Types of saved tools. */
export const TOOL_TYPES = ['CLIENT', 'SERVER_RAG', 'SERVER_WEBHOOK', 'SYSTEM'] as const;
export type ToolType = (typeof TOOL_TYPES)[number];

const ToolAction = enumOf('ToolAction', 'What a system tool does.', {
  end_call: 'Ends the session.',
  interrupt: 'Interrupts the persona.',
});

export const WebhookMethod = enumOf('WebhookMethod', 'HTTP method of a webhook.', [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
]);

const parameters = ToolParameters.describe('JSON Schema of the arguments.');

/**
 * The fields of `config` for each type of tool. Unknown keys are accepted.
 * @assumed The specification shows no fields of a tool.
 */
export const TOOL_CONFIGS = {
  CLIENT: optionsOf('ClientToolConfig', 'A tool that runs in the client of the session.', {
    parameters,
    awaitResult: flag('Whether the LLM waits for the result.'),
    toolTimeoutSeconds: z
      .number()
      .min(1)
      .max(600)
      .describe('Seconds until the call fails (1 to 600).'),
  }),
  SERVER_RAG: objectOf('KnowledgeToolConfig', 'A tool that searches knowledge groups.', {
    documentFolderIds: z.array(z.guid()).meta({
      description: 'Ids of the knowledge groups to search.',
      alias: 'knowledgeGroupIds',
    }),
  }),
  SERVER_WEBHOOK: objectOf('WebhookToolConfig', 'A tool that calls a URL from the server.', {
    url: webUrl('The URL of the webhook').describe('The URL to call.'),
    method: WebhookMethod.describe('HTTP method.'),
    ...optional({
      headers: z.record(z.string(), z.string()).describe('HTTP headers by name.'),
      parameters,
      bodyTemplate: text('Template of the request body. By default, the arguments as JSON.'),
    }),
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
