import { z } from 'zod';
import type { KnowledgeGroup as KnowledgeGroupRecord } from '../contract/knowledge-group.ts';
import { builder } from './builder.ts';
import { addListField, createConnectionOptions, cutPage } from './connection.ts';
import { createFields } from './fields.ts';
import { KnowledgeDocument } from './knowledge-document.ts';
import { addResourceFields } from './resource-fields.ts';

// Upstreams return all groups, and all documents of a group, at once.

export const KnowledgeGroup = builder.objectRef<KnowledgeGroupRecord>('KnowledgeGroup').implement({
  description: 'A group of documents that knowledge tools can search.',
  fields: (t) => ({
    ...createFields('knowledgeGroup'),
    documents: t.field(
      createConnectionOptions(
        t.arg,
        { field: 'documents', description: 'The documents of the group.' },
        {
          resource: 'knowledgeDocument',
          type: KnowledgeDocument,
          filters: z.object({}),
          fetchPage: async (numbers, { rest }, { id }: KnowledgeGroupRecord) =>
            cutPage(await rest.knowledgeDocuments({ params: { id } }), numbers),
        },
      ),
    ),
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

const knowledgeGroup = { resource: 'knowledgeGroup', type: KnowledgeGroup } as const;

addResourceFields({
  ...knowledgeGroup,
  except: ['list'],
  note: 'Its documents are deleted, too. Tools that use it keep the id.',
});

addListField({
  ...knowledgeGroup,
  filters: z.object({
    search: z
      .string()
      .describe('Returns only groups whose name or description contains this text.')
      .optional(),
  }),
  fetchPage: async ({ search = '', ...numbers }, { rest }) => {
    const groups = await rest.knowledgeGroups();
    const text = search.toLowerCase();
    const found = groups.filter(({ name, description }) =>
      `${name ?? ''}\n${description ?? ''}`.toLowerCase().includes(text),
    );
    return cutPage(found, numbers);
  },
});
