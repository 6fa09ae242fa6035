import { z } from 'zod';
import { count, Name, number, TIMESTAMPS, text } from './fields.ts';
import { asItems, listOf } from './page.ts';
import { Id, Json, record } from './record.ts';
import { defineResource, VOLATILE } from './resource.ts';
import { responseOf } from './schema-meta.ts';

export const DEFAULT_SEARCH_RESULTS = 5;

/** What creations and updates share. */
const settings = {
  name: Name.describe('Name of the group (1 to 100 characters).'),
  description: z.string().max(1000).describe('Description of the group.'),
};

export const KnowledgeGroup = record({
  name: text('Name of the group.'),
  description: text('Description of the group.'),
  documentCount: count('Number of documents in the group.'),
  ...TIMESTAMPS,
}).meta({ id: 'KnowledgeGroup', description: 'A knowledge group.' });
export type KnowledgeGroup = z.output<typeof KnowledgeGroup>;

const CreateKnowledgeGroup = z.strictObject(settings).partial({ description: true });

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
      .max(20)
      .describe(`Number of results, 1 to 20. Default: ${DEFAULT_SEARCH_RESULTS}.`)
      .optional(),
  })
  .meta({ id: 'KnowledgeSearch' });

export const KnowledgeSearchResult = responseOf(
  'KnowledgeSearchResult',
  'A part of a document that matches a search.',
  {
    documentId: Id.describe('Id of the document.'),
    filename: text('File name of the document.'),
    content: text('The text of the part.'),
    score: number('How well the part matches, compared with others of this search.'),
    chunkIndex: count('Position of the part in the document, starting at 0.'),
    metadata: Json.describe('Additional data about the part, from the service.'),
  },
).meta({ id: 'KnowledgeSearchResult' });

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
      path: '/v1/knowledge/groups',
      operation: 'list',
      summary: 'Returns all knowledge groups.',
      response: listOf(KnowledgeGroup),
      normalize: asItems,
      emptyResponse: [],
    }),
    createKnowledgeGroup: create({ json: CreateKnowledgeGroup }),
    knowledgeGroup: get(),
    updateKnowledgeGroup: update(UpdateKnowledgeGroup),
    deleteKnowledgeGroup: remove({
      status: 204,
      summary: 'Deletes a knowledge group and its documents. Tools that use it keep the id.',
    }),
    searchKnowledge: other({
      method: 'POST',
      path: '/v1/knowledge/groups/{id}/search',
      operation: 'get',
      summary: 'Searches the documents of a knowledge group.',
      isSafe: true,
      body: { json: KnowledgeSearch },
      response: listOf(KnowledgeSearchResult),
      normalize: asItems,
      maxAge: VOLATILE,
    }),
  }),
);
