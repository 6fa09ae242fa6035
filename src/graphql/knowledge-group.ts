import { z } from 'zod';
import type { KnowledgeGroup as KnowledgeGroupRecord } from '../contract/knowledge-group.ts';
import { builder } from './builder.ts';
import { addConnectionField } from './connection.ts';
import { getListCost } from './field-cost.ts';
import { createFields } from './fields.ts';
import { KnowledgeDocument } from './knowledge-document.ts';
import { addResourceFields } from './resource-fields.ts';

/** Number of groups, and of documents of a group, that costs assume. Their lists have no pages. */
const ASSUMED_LENGTH = 20;

export const KnowledgeGroup = builder.objectRef<KnowledgeGroupRecord>('KnowledgeGroup').implement({
  description: 'A group of documents that SERVER_RAG tools can search.',
  fields: (t) => ({
    ...createFields('knowledgeGroup'),
    documents: t.field({
      type: [KnowledgeDocument],
      description: 'All documents of the group.',
      scopes: ['knowledge:read'],
      complexity: getListCost(ASSUMED_LENGTH),
      resolve: async ({ id }, _, { rest, loaders }) => {
        const documents = await rest.knowledgeDocuments({ params: { id } });
        loaders.prime('knowledgeDocument', documents);
        return documents;
      },
    }),
  }),
});

builder.objectField(KnowledgeDocument, 'group', (t) =>
  t.field({
    type: KnowledgeGroup,
    description: 'The knowledge group of the document.',
    scopes: ['knowledge:read'],
    resolve: ({ knowledgeFolderId }, _, { loaders }) =>
      knowledgeFolderId == null ? null : loaders.load('knowledgeGroup', knowledgeFolderId),
  }),
);

addResourceFields({
  resource: 'knowledgeGroup',
  type: KnowledgeGroup,
  except: ['list'],
  note: 'Its documents are deleted, too. Tools that use it keep the id.',
});

addConnectionField({
  resource: 'knowledgeGroup',
  type: KnowledgeGroup,
  filters: z.object({}),
  // The upstream returns all groups at once, so each page is a part of the whole list.
  fetchPage: async ({ page, perPage }, { rest, loaders }) => {
    const groups = await rest.knowledgeGroups();
    loaders.prime('knowledgeGroup', groups);
    const data = groups.slice((page - 1) * perPage, page * perPage);
    return { data, meta: { total: groups.length } };
  },
});

builder.queryField('knowledgeGroups', (t) =>
  t.field({
    type: [KnowledgeGroup],
    description: 'Returns all knowledge groups.',
    scopes: ['knowledge:read'],
    complexity: getListCost(ASSUMED_LENGTH),
    resolve: async (_, _args, { rest, loaders }) => {
      const groups = await rest.knowledgeGroups();
      loaders.prime('knowledgeGroup', groups);
      return groups;
    },
  }),
);
