import { z } from 'zod';
import { asItems } from './page.ts';
import { Id, IdParams, Json, record, TIMESTAMPS } from './record.ts';
import { defineResource, VOLATILE } from './resource.ts';
import { responseOf } from './schema-meta.ts';

const MAX_SEARCH_RESULTS = 20;

export const DEFAULT_SEARCH_RESULTS = 5;

/** What creations and updates share. */
const settings = {
  name: z
    .string()
    .min(1)
    .max(100)
    .regex(/\S/, 'The name must not be blank.')
    .describe('Name of the group (1 to 100 characters).'),
  description: z.string().max(1000).describe('Description of the group.'),
};

export const KnowledgeGroup = record({
  name: z.string().describe('Name of the group.'),
  description: z.string().describe('Description of the group.'),
  documentCount: z.int32().describe('Number of documents in the group.'),
  ...TIMESTAMPS,
}).meta({ id: 'KnowledgeGroup', description: 'A knowledge group.' });
export type KnowledgeGroup = z.output<typeof KnowledgeGroup>;

const CreateKnowledgeGroup = z.strictObject(settings).partial({ description: true });

/** Omitted fields are not changed. */
const UpdateKnowledgeGroup = z.strictObject(settings).partial();

export const KnowledgeSearch = z
  .strictObject({
    query: z
      .string()
      .max(1000)
      .regex(/\S/, 'The query must not be blank.')
      .describe('Search words or a question (1 to 1000 characters).'),
    limit: z
      .int()
      .min(1)
      .max(MAX_SEARCH_RESULTS)
      .describe(
        `Maximum number of results, 1 to ${MAX_SEARCH_RESULTS}. Default: ${DEFAULT_SEARCH_RESULTS}.`,
      )
      .optional(),
  })
  .meta({ id: 'KnowledgeSearch' });

export const KnowledgeSearchResult = responseOf(
  'KnowledgeSearchResult',
  'A part of a document that matches a search.',
  {
    documentId: Id.describe('Id of the document.'),
    filename: z.string().describe('File name of the document.'),
    content: z.string().describe('The text of the part.'),
    score: z.number().describe('How well the part matches its search. Higher is better.'),
    chunkIndex: z.int32().describe('Position of the part in the document, starting at 0.'),
    metadata: Json.describe('Additional data about the part, from the service.'),
  },
).meta({ id: 'KnowledgeSearchResult' });
export type KnowledgeSearchResult = z.output<typeof KnowledgeSearchResult>;

/** The contract of knowledge groups. All endpoints are extensions. */
export const knowledgeGroupContract = defineResource(
  {
    collection: 'knowledgeGroups',
    feature: 'knowledge',
    path: '/v1/knowledge/groups',
    noun: 'knowledge group',
    description: 'Groups of documents that knowledge tools can search.',
    record: KnowledgeGroup,
    searched: ['name', 'description'],
  },
  ({ get, create, update, remove, other }) => ({
    knowledgeGroups: other({
      method: 'GET',
      path: '/v1/knowledge/groups',
      operation: 'list',
      summary: 'Returns all knowledge groups.',
      status: 200,
      response: z.array(KnowledgeGroup).meta({ id: 'KnowledgeGroupList' }),
      normalize: asItems,
      emptyResponse: [],
    }),
    createKnowledgeGroup: create({ json: CreateKnowledgeGroup }),
    knowledgeGroup: get(),
    updateKnowledgeGroup: update(UpdateKnowledgeGroup),
    deleteKnowledgeGroup: remove(204, {
      summary: 'Deletes a knowledge group and its documents. Tools that use it keep the id.',
    }),
    searchKnowledge: other({
      method: 'POST',
      path: '/v1/knowledge/groups/{id}/search',
      operation: 'get',
      summary: 'Searches the documents of a knowledge group.',
      isSafe: true,
      params: IdParams,
      body: { json: KnowledgeSearch },
      status: 200,
      response: z.array(KnowledgeSearchResult).meta({ id: 'KnowledgeSearchResultList' }),
      normalize: asItems,
      maxAge: VOLATILE,
    }),
  }),
);
