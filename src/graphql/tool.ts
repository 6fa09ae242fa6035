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
  mergeExtra,
  nullsAsOmitted,
  omitNulls,
  readDescriptions,
  refuseConflicts,
} from './input.ts';
import { addListFields } from './list-fields.ts';
import { type Loaders, primePage, refresh } from './loaders.ts';
import { addDeleteField, addLookupField, addLookupsField, idArgument } from './lookup-fields.ts';

const describe = readDescriptions(toolShape);
const created = readDescriptions(CreateTool.shape);
const describeInput = readDescriptions(UpdateTool.shape);

/** Tools that came inside a persona, of which services may show little more than the name. */
const embedded = new WeakSet<ToolRecord>();

/** Takes note that tools came inside a persona: what they leave out is looked up if it is asked for. */
export function markEmbedded(tools: readonly ToolRecord[]): readonly ToolRecord[] {
  for (const tool of tools) embedded.add(tool);
  return tools;
}

const isKnown = (value: unknown) => value !== null && value !== undefined;

/** A resolver of a field that an embedded tool may leave out. */
const whole =
  <Value>(read: (tool: ToolRecord) => Value) =>
  (tool: ToolRecord, _: unknown, { loaders }: { readonly loaders: Loaders }) => {
    const value = read(tool);
    if (isKnown(value) || !embedded.has(tool)) return value;
    return loaders.tool.load(tool.id).then((found) => read(found ?? tool));
  };

/** A function that the LLM of a persona can call. */
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
      resolve: whole(({ description }) => description),
    }),
    type: t.string({ description: describe('type'), resolve: whole(({ type }) => type) }),
    config: t.field({
      type: 'JSONObject',
      description: describe('config'),
      resolve: whole(({ config }) => config),
    }),
    disableInterruptions: t.boolean({
      description: describe('disableInterruptions'),
      resolve: whole(({ disableInterruptions }) => disableInterruptions),
    }),
    usageCount: t.int({
      description: describe('usageCount'),
      resolve: whole(({ usageCount }) => usageCount),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: describe('createdAt'),
      resolve: whole(({ createdAt }) => createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: describe('updatedAt'),
      resolve: whole(({ updatedAt }) => updatedAt),
    }),
    record: t.expose('record', {
      type: 'JSONObject',
      nullable: false,
      description: 'The tool as raw JSON from the upstream.',
    }),
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
    schema: nullsAsOmitted(
      CreateTool.safeExtend({ extra: z.record(z.string(), z.unknown()).optional() }).superRefine(
        refuseConflicts,
      ),
    ),
  },
  fields: (t) => ({
    name: t.string({ required: true, description: created('name') }),
    description: t.string({ required: true, description: created('description') }),
    type: t.field({ type: ToolType, required: true, description: created('type') }),
    config: t.field({ type: 'JSONObject', description: created('config') }),
    disableInterruptions: t.boolean({ description: created('disableInterruptions') }),
    extra: t.field(extra),
  }),
});

const UpdateToolInput = builder.inputType('UpdateToolInput', {
  description: 'Changes to a tool. Omitted and null fields keep their value.',
  validate: { schema: nullsAsOmitted(UpdateTool.superRefine(refuseConflicts)) },
  fields: (t) => ({
    name: t.string({ description: describeInput('name') }),
    description: t.string({ description: describeInput('description') }),
    config: t.field({ type: 'JSONObject', description: describeInput('config') }),
    disableInterruptions: t.boolean({ description: describeInput('disableInterruptions') }),
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
      id: idArgument(t.arg, 'tool'),
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
