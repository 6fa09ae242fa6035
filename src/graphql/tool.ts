import { Id } from '../contract/record.ts';
import { type Tool as ToolRecord, toolShape, UpdateTool } from '../contract/tool.ts';
import { Ids } from './avatar.ts';
import { builder } from './builder.ts';
import { listComplexity } from './complexity.ts';
import {
  mergeExtra,
  nullsAsOmitted,
  omitNulls,
  readDescriptions,
  refuseConflicts,
} from './input.ts';

const said = readDescriptions(toolShape);
const asked = readDescriptions(UpdateTool.shape);

const Tool = builder.objectRef<ToolRecord>('Tool').implement({
  description: 'A function that the LLM of a persona can call.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Id of the tool in the upstream.',
    }),
    name: t.exposeString('name', { description: said('name') }),
    description: t.exposeString('description', { description: said('description') }),
    type: t.exposeString('type', { description: said('type') }),
    config: t.expose('config', { type: 'JSONObject', description: said('config') }),
    disableInterruptions: t.exposeBoolean('disableInterruptions', {
      description: said('disableInterruptions'),
    }),
    usageCount: t.exposeInt('usageCount', { description: said('usageCount') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: said('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: said('updatedAt') }),
    record: t.expose('record', {
      type: 'JSONObject',
      nullable: false,
      description: 'The tool as raw JSON from the upstream.',
    }),
  }),
});

builder.queryFields((t) => ({
  tool: t.field({
    type: Tool,
    description: 'Returns a tool by id, or null if it does not exist.',
    args: {
      id: t.arg.id({ required: true, validate: { schema: Id }, description: 'Id of the tool.' }),
    },
    scopes: ['tools:read'],
    resolve: (_, { id }, { loaders }) => loaders.tool.load(id),
  }),
  tools: t.field({
    type: [Tool],
    nullable: { list: false, items: true },
    description:
      'Returns tools by id, in the order of `ids`; null for each tool that does not exist.',
    args: { ids: t.arg.idList({ required: true, description: 'Ids of the tools (maximum 100).' }) },
    scopes: ['tools:read'],
    complexity: ({ ids }) => listComplexity(ids.length),
    validate: { schema: Ids },
    resolve: (_, { ids }, { loaders }) => ids.map((id) => loaders.tool.load(id)),
  }),
}));

const UpdateToolInput = builder.inputType('UpdateToolInput', {
  description: 'Changes to a tool. Omitted and null fields keep their value.',
  validate: { schema: nullsAsOmitted(UpdateTool.superRefine(refuseConflicts)) },
  fields: (t) => ({
    name: t.string({ description: asked('name') }),
    description: t.string({ description: asked('description') }),
    config: t.field({ type: 'JSONObject', description: asked('config') }),
    disableInterruptions: t.boolean({ description: asked('disableInterruptions') }),
    extra: t.field({
      type: 'JSONObject',
      description:
        'Further keys of the request body that are not in this schema. They are sent unchanged.',
    }),
  }),
});

builder.mutationFields((t) => ({
  updateTool: t.field({
    type: Tool,
    description: 'Updates a tool.',
    args: {
      id: t.arg.id({ required: true, validate: { schema: Id }, description: 'Id of the tool.' }),
      input: t.arg({ type: UpdateToolInput, required: true, description: 'The changes.' }),
    },
    scopes: ['tools:write'],
    resolve: async (_, { id, input: { extra, ...changes } }, { rest, loaders }) => {
      const body = mergeExtra(omitNulls(changes), extra ?? undefined);
      const tool = await rest.updateTool({ params: { id }, body });
      loaders.tool.clear(id).prime(id, tool);
      return tool;
    },
  }),
  deleteTool: t.field({
    type: 'ID',
    description: 'Deletes a tool and returns its id.',
    args: {
      id: t.arg.id({ required: true, validate: { schema: Id }, description: 'Id of the tool.' }),
    },
    scopes: ['tools:write'],
    resolve: async (_, { id }, { rest, loaders, verifiedIds }) => {
      await rest.deleteTool({ params: { id } });
      loaders.tool.clear(id);
      await verifiedIds.delete('tool', id);
      return id;
    },
  }),
}));
