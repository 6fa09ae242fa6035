import { z } from 'zod';
import { resources } from '../contract/api.ts';
import { BUILT_IN_LLMS, LlmChanges, type Llm as LlmRecord } from '../contract/llm.ts';
import type { PageNumbers, UpstreamPage } from '../contract/page.ts';
import { objectOf } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { cutPage, hasText } from './connection.ts';
import type { GraphContext } from './context.ts';
import { addExtra } from './extra.ts';
import { createFields, createObjectInput, createObjectType } from './fields.ts';
import type { Loaders } from './loaders.ts';
import { addResourceFields } from './resource-fields.ts';

const createRecord = (json: Omit<LlmRecord, 'record'>): LlmRecord => ({ ...json, record: json });

const builtInLlms: readonly LlmRecord[] = BUILT_IN_LLMS.map(({ id, name, description }) =>
  createRecord({ id, displayName: name, description, isDefault: true, isGlobal: true }),
);

const findBuiltInLlm = (id: string) => builtInLlms.find((llm) => llm.id === id);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether an LLM id refers to a record. Ids that are not UUIDs are names, such as former brainType values, which no
 * endpoint needs to know. Specification, "Versioning".
 */
export const isCustomLlm = (id: string): boolean => UUID.test(id) && !findBuiltInLlm(id);

/**
 * Returns the LLM of a persona: built-in without a call, or custom; null if it no longer exists. It has only its id if
 * it is a name, or if the upstream does not support lookups of LLMs.
 */
export function findLlm(id: string, loaders: Loaders): LlmRecord | Promise<LlmRecord | null> {
  const builtInLlm = findBuiltInLlm(id);
  if (builtInLlm) return builtInLlm;
  const idOnly = createRecord({ id });
  if (!loaders.supports('llm')) return idOnly;
  return loaders.load('llm', id).then((llm) => llm ?? (isCustomLlm(id) ? null : idOnly));
}

const LlmUrl = createObjectType(
  objectOf('LlmUrl', 'A URL of the API of a custom LLM.', {
    url: z.url().describe('The URL.'),
    region: z.string().nullish().describe('Region of the URL.'),
  }),
);

export const Llm = builder.objectRef<LlmRecord>('Llm').implement({
  description: 'A language model for personas. No field contains its API key.',
  fields: (t) => ({
    ...createFields('llm', { except: ['isDefault'], types: { urls: LlmUrl } }),
    id: t.exposeID('id', { nullable: false, description: 'Id of the LLM, for use as llmId.' }),
    isBuiltIn: t.boolean({
      nullable: false,
      description: 'Whether the LLM is built in. Custom LLMs belong to one account.',
      resolve: ({ id, isDefault }) => isDefault ?? findBuiltInLlm(id) !== undefined,
    }),
  }),
});

const { search } = resources.llm.endpoints.llms.query.shape;

const filters = z.object({
  search,
  includeBuiltIn: z
    .boolean()
    .describe(
      'Whether to include built-in LLMs. False fails with NOT_SUPPORTED if the upstream does not support lists of LLMs.',
    )
    .default(true),
});

/** Returns a page of the built-in LLMs of the specification, for an upstream that does not support lists of LLMs. */
function listBuiltInLlms({
  search = '',
  ...numbers
}: PageNumbers & { readonly search?: string | undefined }): UpstreamPage<LlmRecord> {
  const found = builtInLlms.filter(({ displayName, description }) =>
    hasText(search, displayName, description),
  );
  return cutPage(found, numbers);
}

/** Returns the LLM with an id: from the upstream, if it supports lookups of LLMs, or built in. */
async function findById(id: string, { loaders }: GraphContext) {
  const llm = loaders.supports('llm') ? await loaders.load('llm', id) : null;
  return llm ?? findBuiltInLlm(id) ?? null;
}

const LlmUrlInput = createObjectInput(
  objectOf('LlmUrl', 'A URL of the API of a custom LLM.', {
    url: z.url().describe('The URL, without user name and password.'),
    region: z.string().optional().describe('Region of the URL.'),
  }),
);

const types = { urls: LlmUrlInput };

addResourceFields({
  resource: 'llm',
  type: Llm,
  find: findById,
  list: {
    filters,
    fetchPage: ({ includeBuiltIn, ...query }, { rest, loaders }) =>
      loaders.supports('llms') || !includeBuiltIn
        ? rest.llms({ query: { ...query, includeDefaults: includeBuiltIn } })
        : Promise.resolve(listBuiltInLlms(query)),
  },
  create: { description: 'Creates a custom LLM. No response has its API key.', types },
  update: {
    description: 'Updates a custom LLM, not a built-in one.',
    schema: LlmChanges,
    types,
    run: ({ extra, ...changes }, { rest }, id) => {
      const [first] = changes.urls ?? [];
      const body = { ...changes, ...(first && { url: first.url }) };
      return rest.updateLlm({ params: { id }, body: addExtra(body, extra) });
    },
  },
  remove: { note: 'Personas keep its id. Built-in LLMs cannot be deleted.' },
});
