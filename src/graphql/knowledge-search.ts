import { z } from 'zod';
import { getDescription } from '../contract/field.ts';
import {
  DEFAULT_SEARCH_RESULTS,
  KnowledgeSearch,
  KnowledgeSearchResult as KnowledgeSearchResultSchema,
  type KnowledgeSearchResult as Result,
} from '../contract/knowledge-group.ts';
import { Id } from '../contract/record.ts';
import { builder } from './builder.ts';
import { getListComplexity } from './complexity.ts';
import { KnowledgeDocument } from './knowledge-document.ts';
import { createIdArgument } from './lookup-fields.ts';

const { shape } = KnowledgeSearchResultSchema;
const describe = (field: keyof typeof shape) => ({ description: getDescription(shape[field]) });

const KnowledgeSearchResult = builder.objectRef<Result>('KnowledgeSearchResult').implement({
  description: 'A part of a document that matches a search.',
  fields: (t) => ({
    documentId: t.exposeID('documentId', describe('documentId')),
    filename: t.exposeString('filename', describe('filename')),
    content: t.exposeString('content', describe('content')),
    score: t.exposeFloat('score', describe('score')),
    chunkIndex: t.exposeInt('chunkIndex', describe('chunkIndex')),
    metadata: t.expose('metadata', { type: 'JSONObject', ...describe('metadata') }),
    document: t.field({
      type: KnowledgeDocument,
      description: 'The document.',
      scopes: ['knowledge:read'],
      resolve: ({ documentId }, _, { loaders }) =>
        documentId == null ? null : loaders.load('knowledgeDocument', documentId),
    }),
  }),
});

const { query, limit } = KnowledgeSearch.shape;

builder.queryField('searchKnowledge', (t) =>
  t.field({
    type: [KnowledgeSearchResult],
    description: 'Searches the documents of a knowledge group, best match first.',
    args: {
      groupId: createIdArgument(t.arg, 'knowledge group'),
      query: t.arg.string({ required: true, description: getDescription(query) }),
      limit: t.arg.int({
        required: true,
        defaultValue: DEFAULT_SEARCH_RESULTS,
        description: getDescription(limit),
      }),
    },
    scopes: ['knowledge:read'],
    validate: {
      schema: z.object({
        groupId: Id,
        query,
        limit: limit.unwrap().default(DEFAULT_SEARCH_RESULTS),
      }),
    },
    complexity: (args) => getListComplexity(args.limit),
    resolve: (_, { groupId: id, ...body }, { rest }) =>
      rest.searchKnowledge({ params: { id }, body }),
  }),
);
