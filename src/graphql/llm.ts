import { z } from 'zod';
import {
  BUILT_IN_LLMS,
  CreateLlm,
  Llm as LlmContract,
  type Llm as LlmRecord,
  LlmsQuery,
  llmShape,
  UpdateLlm,
} from '../contract/llm.ts';
import type { PageNumbers, UpstreamPage } from '../contract/page.ts';
import { builder } from './builder.ts';
import type { GraphContext } from './context.ts';
import { createDescriber, omitNulls, preprocessNulls } from './input.ts';
import { addListFields } from './list-fields.ts';
import { type Loaders, loadRelated, primePage, refresh } from './loaders.ts';
import { addDeleteField, addLookupField, createIdArgument } from './lookup-fields.ts';
import { createRecordField } from './record-field.ts';

const describe = createDescriber(llmShape);

/** The built-in LLMs of the specification by id. */
const builtInLlms = new Map<string, LlmRecord>(
  BUILT_IN_LLMS.map(({ id, name, description }) => [
    id,
    LlmContract.parse({ id, displayName: name, description, isDefault: true, isGlobal: true }),
  ]),
);

/** Whether an id belongs to a built-in LLM of the specification. */
export const isBuiltInLlm = (id: string): boolean => builtInLlms.has(id);

/** Returns the LLM of a persona: built-in without a call, or custom; with only its id if it cannot be found. */
export function findLlm(
  id: string,
  { loaders }: Pick<GraphContext, 'loaders'>,
): LlmRecord | Promise<LlmRecord> {
  const builtInLlm = builtInLlms.get(id);
  if (builtInLlm) return builtInLlm;
  const idOnly = LlmContract.parse({ id });
  if (!loaders.supports('llm')) return idOnly;
  return loadRelated(loaders.llm, id).then((llm) => llm ?? idOnly);
}

const LlmUrl = builder
  .objectRef<{ url: string; region?: string | null | undefined }>('LlmUrl')
  .implement({
    description: 'An address of the API of a custom LLM.',
    fields: (t) => ({
      url: t.exposeString('url', { nullable: false, description: 'The URL.' }),
      region: t.exposeString('region', { description: 'Region that the address is for.' }),
    }),
  });

/** The GraphQL type of LLMs. */
export const Llm = builder.objectRef<LlmRecord>('Llm').implement({
  description: 'A language model of personas. No field contains its API key.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Value for llmId.' }),
    displayName: t.exposeString('displayName', { description: describe('displayName') }),
    description: t.exposeString('description', { description: describe('description') }),
    isBuiltIn: t.boolean({
      nullable: false,
      description: 'Whether the LLM is built in. Custom LLMs belong to one account.',
      resolve: ({ id, isDefault }) => isDefault ?? isBuiltInLlm(id),
    }),
    llmFormat: t.exposeString('llmFormat', { description: describe('llmFormat') }),
    urls: t.expose('urls', { type: [LlmUrl], description: describe('urls') }),
    modelName: t.exposeString('modelName', { description: describe('modelName') }),
    temperature: t.exposeFloat('temperature', { description: describe('temperature') }),
    maxTokens: t.exposeInt('maxTokens', { description: describe('maxTokens') }),
    deploymentName: t.exposeString('deploymentName', { description: describe('deploymentName') }),
    apiVersion: t.exposeString('apiVersion', { description: describe('apiVersion') }),
    metadata: t.expose('metadata', { type: 'JSONObject', description: describe('metadata') }),
    reasoningEffort: t.exposeString('reasoningEffort', {
      description: describe('reasoningEffort'),
    }),
    reasoningFormat: t.exposeString('reasoningFormat', {
      description: describe('reasoningFormat'),
    }),
    displayTags: t.exposeStringList('displayTags', { description: describe('displayTags') }),
    isGlobal: t.exposeBoolean('isGlobal', { description: describe('isGlobal') }),
    isZdr: t.exposeBoolean('isZdr', { description: describe('isZdr') }),
    createdByOrganizationId: t.exposeID('createdByOrganizationId', {
      description: describe('createdByOrganizationId'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: describe('updatedAt') }),
    record: t.field(createRecordField('LLM')),
  }),
});

const { search } = LlmsQuery.shape;

const filters = z.object({
  search,
  includeDefaults: z
    .boolean()
    .describe(
      'Whether built-in LLMs are listed as well. Default true. False fails with NOT_SUPPORTED if the upstream is not known to list LLMs.',
    )
    .optional(),
});

type Filter = z.output<typeof filters>;

/** Returns a page of the built-in LLMs of the specification, for an upstream that is not known to list LLMs. */
function listBuiltInLlms({
  page,
  perPage,
  search = '',
}: PageNumbers & Filter): UpstreamPage<LlmRecord> {
  const searchText = search.toLowerCase();
  const found = [...builtInLlms.values()].filter(({ displayName, description }) =>
    `${displayName}\n${description}`.toLowerCase().includes(searchText),
  );
  const data = found.slice((page - 1) * perPage, page * perPage);
  return { data, meta: { total: found.length } };
}

const findById = (id: string, loaders: Loaders) =>
  loaders.supports('llm')
    ? loaders.llm.load(id).then((llm) => llm ?? builtInLlms.get(id) ?? null)
    : Promise.resolve(builtInLlms.get(id) ?? null);

const llm = { type: Llm, kind: 'llm', noun: 'LLM', nouns: 'LLMs' } as const;

addLookupField({
  ...llm,
  scopes: ['llms:read'],
  find: (id, { loaders }) => findById(id, loaders),
});
addListFields({
  ...llm,
  plural: 'llms',
  isExtension: true,
  scopes: ['llms:read'],
  filters,
  read: async (query, { rest, loaders }) =>
    loaders.supports('llms') || query.includeDefaults === false
      ? primePage(loaders.llm, await rest.llms({ query: { includeDefaults: true, ...query } }))
      : listBuiltInLlms(query),
});

const describeInput = createDescriber(CreateLlm.shape);

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

const LlmUrlInput = builder.inputType('LlmUrlInput', {
  description: 'An address of the API of a custom LLM.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'The URL, without user name and password.' }),
    region: t.string({ description: 'Region that the address is for.' }),
  }),
});

const createOptionalFields = (t: InputFields) => ({
  description: t.string({ description: describeInput('description') }),
  temperature: t.float({ description: describeInput('temperature') }),
  maxTokens: t.int({ description: describeInput('maxTokens') }),
  deploymentName: t.string({ description: describeInput('deploymentName') }),
  apiVersion: t.string({ description: describeInput('apiVersion') }),
  metadata: t.field({ type: 'JSONObject', description: describeInput('metadata') }),
  reasoningEffort: t.string({ description: describeInput('reasoningEffort') }),
  reasoningFormat: t.string({ description: describeInput('reasoningFormat') }),
});

const CreateLlmInput = builder.inputType('CreateLlmInput', {
  description: 'Input of createLlm.',
  validate: { schema: preprocessNulls(CreateLlm) },
  fields: (t) => ({
    displayName: t.string({ required: true, description: describeInput('displayName') }),
    llmFormat: t.string({ required: true, description: describeInput('llmFormat') }),
    urls: t.field({ type: [LlmUrlInput], required: true, description: describeInput('urls') }),
    modelName: t.string({ required: true, description: describeInput('modelName') }),
    secret: t.field({ type: 'Secret', required: true, description: describeInput('secret') }),
    ...createOptionalFields(t),
  }),
});

/** Fields that can be cleared with null. */
const CLEARED = [
  'description',
  'temperature',
  'maxTokens',
  'deploymentName',
  'apiVersion',
  'metadata',
  'reasoningEffort',
  'reasoningFormat',
] as const;

const UpdateLlmInput = builder.inputType('UpdateLlmInput', {
  description:
    'Changes to a custom LLM. Omitted fields keep their value. Null clears optional fields; other null fields keep their value.',
  validate: { schema: preprocessNulls(UpdateLlm, ...CLEARED) },
  fields: (t) => ({
    displayName: t.string({ description: describeInput('displayName') }),
    llmFormat: t.string({ description: describeInput('llmFormat') }),
    urls: t.field({ type: [LlmUrlInput], description: describeInput('urls') }),
    modelName: t.string({ description: describeInput('modelName') }),
    secret: t.field({ type: 'Secret', description: describeInput('secret') }),
    ...createOptionalFields(t),
  }),
});

builder.mutationFields((t) => ({
  createLlm: t.field({
    type: Llm,
    description: 'Creates a custom LLM. Its API key is stored by the upstream and never returned.',
    args: {
      input: t.arg({ type: CreateLlmInput, required: true, description: 'The new LLM.' }),
    },
    scopes: ['llms:write'],
    resolve: async (_, { input }, { rest, loaders }) => {
      return refresh(loaders.llm, await rest.createLlm({ body: omitNulls(input) }));
    },
  }),
  updateLlm: t.field({
    type: Llm,
    description: 'Updates a custom LLM. Built-in LLMs cannot be changed.',
    args: {
      id: createIdArgument(t.arg, 'LLM'),
      input: t.arg({ type: UpdateLlmInput, required: true, description: 'The changes.' }),
    },
    scopes: ['llms:write'],
    resolve: async (_, { id, input }, { rest, loaders }) => {
      const body = omitNulls(input, ...CLEARED);
      return refresh(loaders.llm, await rest.updateLlm({ params: { id }, body }), id);
    },
  }),
}));

addDeleteField({
  ...llm,
  scopes: ['llms:write'],
  note: 'Built-in LLMs cannot be deleted. Personas that use it keep the id.',
  remove: (rest, request) => rest.deleteLlm(request),
});
