import { z } from 'zod';
import { DOCUMENT_TYPES, findDocumentExtension } from '../contract/document-types.ts';
import {
  CreateKnowledgeDocument,
  INVALID_OVERLAP,
  isOverlapValid,
  type KnowledgeDocument as KnowledgeDocumentRecord,
  KnowledgeDownload,
} from '../contract/knowledge-document.ts';
import {
  DEFAULT_SEARCH_RESULTS,
  type KnowledgeGroup as KnowledgeGroupRecord,
  KnowledgeSearch,
  KnowledgeSearchResult as KnowledgeSearchResultContract,
} from '../contract/knowledge-group.ts';
import { Id } from '../contract/record.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { createConnectionOptions, cutPage, hasText } from './connection.ts';
import { addExtra } from './extra.ts';
import { getListCost } from './field-cost.ts';
import { createFields, createObjectType } from './fields.ts';
import { addResourceFields } from './resource-fields.ts';
import { createRule, omitNulls } from './validation.ts';

const KnowledgeDocument = builder
  .objectRef<KnowledgeDocumentRecord>('KnowledgeDocument')
  .implement({
    description: 'A document that knowledge tools can search.',
    fields: (t) => ({
      ...createFields('knowledgeDocument', { except: ['fileUrl'] }),
      downloadUrl: t.field({
        type: 'URL',
        description: `${getDescription(KnowledgeDownload.shape.downloadUrl)} Makes one upstream call.`,
        complexity: 1,
        resolve: async ({ id }, _, { rest }) =>
          (await rest.knowledgeDownload({ params: { id } })).downloadUrl,
      }),
    }),
  });

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

addResourceFields({
  resource: 'knowledgeDocument',
  type: KnowledgeDocument,
  list: false,
  create: {
    description:
      'Adds a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED.\n\nSend the file as for createAvatar.',
    schema: z
      .object({
        groupId: Id.describe('Id of the knowledge group.'),
        ...CreateKnowledgeDocument.shape,
      })
      .refine(isOverlapValid, INVALID_OVERLAP),
    types: { file: 'Upload' },
    run: ({ groupId: id, file, extra, ...fields }, { rest }) => {
      // Browsers send no type for some files, and another one for CSV.
      const type = DOCUMENT_TYPES[findDocumentExtension(file.name) ?? 'txt'];
      const body = { ...fields, file: new File([file], file.name, { type }) };
      return rest.createKnowledgeDocument({ params: { id }, body: addExtra(body, extra) });
    },
  },
});

addResourceFields({
  resource: 'knowledgeGroup',
  type: KnowledgeGroup,
  list: {
    filters: z.object({
      search: z
        .string()
        .describe('Returns only groups whose name or description contains this text.')
        .optional(),
    }),
    fetchPage: async ({ search = '', ...numbers }, { rest }) => {
      const groups = await rest.knowledgeGroups();
      const found = groups.filter(({ name, description }) => hasText(search, name, description));
      return cutPage(found, numbers);
    },
  },
  remove: { note: 'Its documents are deleted, too. Tools that use it keep the id.' },
});
