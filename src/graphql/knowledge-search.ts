import { z } from 'zod';
import {
  DEFAULT_SEARCH_RESULTS,
  KnowledgeSearch,
  KnowledgeSearchResult as KnowledgeSearchResultContract,
} from '../contract/knowledge-group.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { getListCost } from './field-cost.ts';
import { createObjectType } from './fields.ts';
import { omitNulls } from './input.ts';
import { KnowledgeDocument } from './knowledge-document.ts';
import { KnowledgeGroup } from './knowledge-group.ts';
import { createRule } from './validation.ts';

const KnowledgeSearchResult = createObjectType(KnowledgeSearchResultContract, {}, (t) => ({
  document: t.field({
    type: KnowledgeDocument,
    description: 'The document.',
    scopes: ['knowledge:read'],
    resolve: ({ documentId }, _, { loaders }) =>
      documentId == null ? null : loaders.load('knowledgeDocument', documentId),
  }),
}));

const { query, limit } = KnowledgeSearch.shape;

/** Cost of a search, in lookups: it takes the service 8 ms instead of 0.2 ms. */
const LOOKUPS_OF_A_SEARCH = 50;

builder.objectField(KnowledgeGroup, 'search', (t) =>
  t.field({
    type: [KnowledgeSearchResult],
    description: 'Searches the documents of the group, best match first.',
    args: {
      query: t.arg.string({ required: true, description: getDescription(query) }),
      first: t.arg.int({
        required: true,
        defaultValue: DEFAULT_SEARCH_RESULTS,
        description: getDescription(limit),
      }),
    },
    scopes: ['knowledge:read'],
    validate: createRule(z.object({ query, first: limit.unwrap() })),
    complexity: ({ first }) => getListCost(first, LOOKUPS_OF_A_SEARCH),
    resolve: ({ id }, { query, first: limit }, { loaders }) =>
      loaders.loadPart(
        {
          find: (rest, id) =>
            rest.searchKnowledge({ params: { id }, body: omitNulls({ query, limit }) }),
        },
        id,
      ),
  }),
);
