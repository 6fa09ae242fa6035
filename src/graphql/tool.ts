import { z } from 'zod';
import {
  CreateTool,
  type Tool as ToolRecord,
  ToolsQuery,
  toolShape,
  UpdateTool,
} from '../contract/tool.ts';
import type { TOOL_TYPES } from '../contract/tool-config.ts';
import { builder } from './builder.ts';
import {
  createDescriber,
  mergeExtra,
  omitNulls,
  preprocessNulls,
  rejectConflicts,
} from './input.ts';
import { addListFields } from './list-fields.ts';
import { type Loaders, primePage, refresh } from './loaders.ts';
import {
  addDeleteField,
  addLookupField,
  addLookupsField,
  createIdArgument,
} from './lookup-fields.ts';
import { createRecordField } from './record-field.ts';

const describe = createDescriber(toolShape);
const describeCreate = createDescriber(CreateTool.shape);
const describeUpdate = createDescriber(UpdateTool.shape);

/** Tools that were embedded in a persona. Services may return little more than their names. */
const embeddedTools = new WeakSet<ToolRecord>();

/** Marks tools as embedded in a persona, so that their missing fields are looked up when they are requested. */
export function markEmbedded(tools: readonly ToolRecord[]): readonly ToolRecord[] {
  for (const tool of tools) embeddedTools.add(tool);
  return tools;
}

const isPresent = (value: unknown) => value !== null && value !== undefined;

/** Creates a resolver for a field that an embedded tool may omit. */
const createResolver =
  <Value>(read: (tool: ToolRecord) => Value) =>
  (tool: ToolRecord, _: unknown, { loaders }: { readonly loaders: Loaders }) => {
    const value = read(tool);
    if (isPresent(value) || !embeddedTools.has(tool)) return value;
    return loaders.tool.load(tool.id).then((found) => read(found ?? tool));
  };

/** The GraphQL type of tools. */
export const Tool = builder.objectRef<ToolRecord>('Tool').implement({
  description: 'A function that the LLM of a persona can call.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Id of the tool in the upstream.',
    }),
    name: t.exposeString('name', { description: describe('name') }),
    description: t.string({
      description: describe('description'),
      resolve: createResolver(({ description }) => description),
    }),
    type: t.string({ description: describe('type'), resolve: createResolver(({ type }) => type) }),
    config: t.field({
      type: 'JSONObject',
      description: `${describe('config')} Secrets, such as an authorization header, are "[redacted]".`,
      resolve: createResolver(({ config }) => config),
    }),
    disableInterruptions: t.boolean({
      description: describe('disableInterruptions'),
      resolve: createResolver(({ disableInterruptions }) => disableInterruptions),
    }),
    usageCount: t.int({
      description: describe('usageCount'),
      resolve: createResolver(({ usageCount }) => usageCount),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: describe('createdAt'),
      resolve: createResolver(({ createdAt }) => createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: describe('updatedAt'),
      resolve: createResolver(({ updatedAt }) => updatedAt),
    }),
    record: t.field(createRecordField('tool')),
  }),
});

const tool = { type: Tool, kind: 'tool', noun: 'tool', nouns: 'tools' } as const;
const { search } = ToolsQuery.shape;

addLookupField({ ...tool, scopes: ['tools:read'] });
addLookupsField({ ...tool, scopes: ['tools:read'] });
addListFields({
  ...tool,
  plural: 'tools',
  isExtension: true,
  scopes: ['tools:read'],
  filters: z.object({ search }),
  read: async (query, { rest, loaders }) => primePage(loaders.tool, await rest.tools({ query })),
});

const ToolType = builder.enumType('ToolType', {
  description: 'Kind of a tool.',
  values: {
    CLIENT: { description: 'Called in the client of the session.' },
    SERVER_RAG: { description: 'Searches documents on the server.' },
    SERVER_WEBHOOK: { description: 'Calls a URL from the server.' },
    SYSTEM: { description: 'An action of the service, such as ending the call.' },
  } satisfies Record<(typeof TOOL_TYPES)[number], object>,
});

const extra = {
  type: 'JSONObject',
  description:
    'Further keys of the request body that are not in this schema. They are sent unchanged.',
} as const;

const CreateToolInput = builder.inputType('CreateToolInput', {
  description: 'Input of createTool.',
  validate: {
    schema: preprocessNulls(
      CreateTool.safeExtend({ extra: z.record(z.string(), z.unknown()).optional() }).superRefine(
        rejectConflicts,
      ),
    ),
  },
  fields: (t) => ({
    name: t.string({ required: true, description: describeCreate('name') }),
    description: t.string({ required: true, description: describeCreate('description') }),
    type: t.field({ type: ToolType, required: true, description: describeCreate('type') }),
    config: t.field({ type: 'JSONObject', description: describeCreate('config') }),
    disableInterruptions: t.boolean({ description: describeCreate('disableInterruptions') }),
    extra: t.field(extra),
  }),
});

const UpdateToolInput = builder.inputType('UpdateToolInput', {
  description: 'Changes to a tool. Omitted and null fields keep their value.',
  validate: { schema: preprocessNulls(UpdateTool.superRefine(rejectConflicts)) },
  fields: (t) => ({
    name: t.string({ description: describeUpdate('name') }),
    description: t.string({ description: describeUpdate('description') }),
    config: t.field({
      type: 'JSONObject',
      description: `${describeUpdate('config')} Send secrets again: "[redacted]" is rejected.`,
    }),
    disableInterruptions: t.boolean({ description: describeUpdate('disableInterruptions') }),
    extra: t.field(extra),
  }),
});

builder.mutationFields((t) => ({
  createTool: t.field({
    type: Tool,
    description: 'Creates a tool. Attach it to a persona by toolIds.',
    args: {
      input: t.arg({ type: CreateToolInput, required: true, description: 'The new tool.' }),
    },
    scopes: ['tools:write'],
    resolve: async (_, { input: { extra, ...fields } }, { rest, loaders }) => {
      const body = mergeExtra(omitNulls(fields), extra ?? undefined);
      return refresh(loaders.tool, await rest.createTool({ body }));
    },
  }),
  updateTool: t.field({
    type: Tool,
    description: 'Updates a tool.',
    args: {
      id: createIdArgument(t.arg, 'tool'),
      input: t.arg({ type: UpdateToolInput, required: true, description: 'The changes.' }),
    },
    scopes: ['tools:write'],
    resolve: async (_, { id, input: { extra, ...changes } }, { rest, loaders }) => {
      const body = mergeExtra(omitNulls(changes), extra ?? undefined);
      return refresh(loaders.tool, await rest.updateTool({ params: { id }, body }), id);
    },
  }),
}));

addDeleteField({
  ...tool,
  scopes: ['tools:write'],
  remove: (rest, request) => rest.deleteTool(request),
});
