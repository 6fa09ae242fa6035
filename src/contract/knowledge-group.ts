import { z } from 'zod';
import { VOLATILE } from './endpoint.ts';
import { field, ID, shapeIn, TIMESTAMPS } from './field.ts';
import { list } from './page.ts';
import { Id, IdParams, tolerant } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { objectOf } from './schema-meta.ts';

const MAX_SEARCH_RESULTS = 20;

export const DEFAULT_SEARCH_RESULTS = 5;

const knowledgeGroupFields = {
  id: ID,
  name: field(z.string(), 'Name of the group.', {
    in: ['create', 'update'],
    input: [
      z.string().min(1).max(100).regex(/\S/, 'The name must not be blank.'),
      'Name of the group (1 to 100 characters).',
    ],
    required: 'create',
    isSearched: true,
  }),
  description: field(z.string(), 'Description of the group.', {
    in: ['create', 'update'],
    input: z.string().max(1000),
    isSearched: true,
  }),
  documentCount: field(z.int32(), 'Number of documents in the group.'),
  ...TIMESTAMPS,
};

/** Body of POST /v1/knowledge/groups. */
const CreateKnowledgeGroup = z.strictObject(shapeIn('create', knowledgeGroupFields));

/** Body of PUT /v1/knowledge/groups/{id}. Omitted fields are not changed. */
const UpdateKnowledgeGroup = z.strictObject(shapeIn('update', knowledgeGroupFields));

export const KnowledgeGroup = record(knowledgeGroupFields);
export type KnowledgeGroup = z.output<typeof KnowledgeGroup>;

/** Body of POST /v1/knowledge/groups/{id}/search. */
export const KnowledgeSearch = z.strictObject({
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
});

export const KnowledgeSearchResult = objectOf(
  'KnowledgeSearchResult',
  'A part of a document that matches a search.',
  {
    documentId: tolerant(Id).describe('Id of the document.'),
    filename: tolerant(z.string()).describe('File name of the document.'),
    content: tolerant(z.string()).describe('The text of the part.'),
    score: tolerant(z.number()).describe(
      'How well the part matches. Higher is better. Scores of different searches are not comparable.',
    ),
    chunkIndex: tolerant(z.int32()).describe(
      'Position of the part in the document, starting at 0.',
    ),
    metadata: tolerant(z.record(z.string(), z.unknown())).describe(
      'Additional data about the part, from the service.',
    ),
  },
);
export type KnowledgeSearchResult = z.output<typeof KnowledgeSearchResult>;

/** Response of GET /v1/knowledge/groups. */
const KnowledgeGroupList = list(KnowledgeGroup);

/** Response of POST /v1/knowledge/groups/{id}/search. */
const KnowledgeSearchResultList = list(KnowledgeSearchResult);

/** The contract of knowledge groups. All endpoints are extensions. */
export const knowledgeGroupContract = defineResource(
  {
    collection: 'knowledgeGroups',
    feature: 'knowledge',
    path: '/v1/knowledge/groups',
    noun: 'knowledge group',
    description: 'Groups of documents that SERVER_RAG tools can search.',
    record: KnowledgeGroup,
    fields: knowledgeGroupFields,
  },
  ({ get, create, update, remove, other }) => ({
    endpoints: {
      knowledgeGroups: other({
        method: 'GET',
        path: '/v1/knowledge/groups',
        operation: 'list',
        summary: 'Returns all knowledge groups.',
        status: 200,
        response: KnowledgeGroupList,
        emptyResponse: [],
      }),
      createKnowledgeGroup: create({ json: CreateKnowledgeGroup }, { isExtension: true }),
      knowledgeGroup: get({ isExtension: true }),
      updateKnowledgeGroup: update(UpdateKnowledgeGroup, { isExtension: true }),
      deleteKnowledgeGroup: remove(204, {
        isExtension: true,
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
        response: KnowledgeSearchResultList,
        maxAge: VOLATILE,
      }),
    },
    requests: { CreateKnowledgeGroup, UpdateKnowledgeGroup, KnowledgeSearch },
    responses: {
      KnowledgeGroup,
      KnowledgeGroupList,
      KnowledgeSearchResult,
      KnowledgeSearchResultList,
    },
  }),
);
