import { z } from 'zod';
import { createReader } from '../contract/read-response.ts';
import { Json, type JsonObject } from '../contract/record.ts';
import { asResponse, getObject, objectOf } from '../contract/schema-meta.ts';
import type { Tool } from '../contract/tool.ts';
import { TOOL_CONFIGS, type ToolType } from '../contract/tool-config.ts';
import { builder } from './builder.ts';
import { GROUP_IDS } from './errors.ts';
import { createExtra } from './extra.ts';
import { createObjectInput, createObjectType } from './fields.ts';
import type { Loaders } from './loaders.ts';
import { redactJson } from './scalars.ts';

/** The kinds of tools, by the field of their configuration: the type of saved tools, and the words of sessions. */
const KINDS = {
  client: { saved: 'CLIENT', type: 'client', subtype: null },
  knowledge: { saved: 'SERVER_RAG', type: 'server', subtype: 'knowledge' },
  system: { saved: 'SYSTEM', type: 'system', subtype: null },
  webhook: { saved: 'SERVER_WEBHOOK', type: 'server', subtype: 'webhook' },
} as const satisfies Record<string, { saved: ToolType; type: string; subtype: string | null }>;

type Field = keyof typeof KINDS;

const forEachKind = <Value>(create: (field: Field) => Value): Record<Field, Value> => ({
  client: create('client'),
  knowledge: create('knowledge'),
  system: create('system'),
  webhook: create('webhook'),
});

/** The kind of each type of saved tools. */
const FIELDS: Readonly<Record<ToolType, Field>> = {
  CLIENT: 'client',
  SERVER_RAG: 'knowledge',
  SERVER_WEBHOOK: 'webhook',
  SYSTEM: 'system',
};

/** Loads the kind of a tool; undefined if its type is unknown. A tool inside a persona may have no type. */
export async function loadKind(tool: Tool, loaders: Loaders) {
  const type = await loaders.loadField('tool', tool, ({ type }) => type);
  return type ? KINDS[FIELDS[type]] : undefined;
}

/** Creates the type of a configuration in responses, and a function that reads one. */
function createConfigType(field: Field) {
  const schema: z.ZodObject = TOOL_CONFIGS[KINDS[field].saved];
  const response = asResponse(schema);
  const read = createReader(response);
  const type = createObjectType(response, {}, (t) => ({
    extra: t.field({
      type: 'JSONObject',
      description: 'Additional keys of the configuration.',
      resolve: ({ record }) => {
        const keys = Object.entries(Json.safeParse(record).data ?? {}).filter(
          ([key]) => !Object.hasOwn(schema.shape, key),
        );
        return keys.length > 0 ? Object.fromEntries(keys) : null;
      },
    }),
  }));
  const { description } = getObject(schema);
  return { type, description, read: (json: JsonObject) => read(json).data ?? null };
}

const types = forEachKind(createConfigType);

interface SavedConfig {
  readonly field: Field;
  readonly config: JsonObject;
}

/** Returns the configuration of a tool. That of an unknown type is only in `record`. */
export const readConfig = ({ type, config }: Tool): SavedConfig | null =>
  type && config ? { field: FIELDS[type], config } : null;

export const ToolConfig = builder.objectRef<SavedConfig>('ToolConfig').implement({
  description: 'The configuration of a tool. Only the field for the kind of the tool is not null.',
  fields: (t) =>
    forEachKind((field) =>
      t.field({
        type: types[field].type,
        description: types[field].description,
        complexity: 0,
        // Redacted as a whole: the names of its keys decide what is a secret.
        resolve: ({ field: own, config }) =>
          own === field ? types[field].read(Json.parse(redactJson(config))) : null,
      }),
    ),
});

/** Creates the input of a configuration, and its schema, which returns the configuration of the REST API. */
function createConfigInput(field: Field) {
  const schema: z.ZodObject = TOOL_CONFIGS[KINDS[field].saved];
  const { name, description } = getObject(schema);
  const { documentFolderIds, ...shape } = schema.shape;
  const groups = documentFolderIds && { [GROUP_IDS]: documentFolderIds };
  const extra = createExtra({ ...schema.shape, ...groups }, 'the configuration');
  const renamed = objectOf(name, description, { ...shape, ...groups, extra });
  const type = createObjectInput(renamed);
  const parsed = renamed.transform(
    ({ extra, [GROUP_IDS]: ids, ...fields }): JsonObject => ({
      ...Object(extra),
      ...fields,
      ...(ids !== undefined && { documentFolderIds: ids }),
    }),
  );
  return { type, description, schema: parsed };
}

const inputs = forEachKind(createConfigInput);

export const ToolConfigInput = builder.inputType('ToolConfigInput', {
  description: 'The configuration of a tool: the field of its kind.',
  isOneOf: true,
  fields: (t) =>
    forEachKind((field) =>
      t.field({ type: inputs[field].type, description: inputs[field].description }),
    ),
});

/** The schema of the input. It returns the type and the configuration of the REST API. */
export const toolConfig = z
  .object(forEachKind((field) => inputs[field].schema.optional()))
  .transform((configs, context) => {
    // Not every GraphQL engine enforces @oneOf in variables.
    const given = (['client', 'knowledge', 'system', 'webhook'] as const).flatMap((field) =>
      configs[field] ? [{ type: KINDS[field].saved, config: configs[field] }] : [],
    );
    const [only] = given;
    if (only && given.length === 1) return only;
    context.addIssue({ code: 'custom', message: 'Exactly one kind of tool is required.' });
    return z.NEVER;
  });
