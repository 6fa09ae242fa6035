import {
  CreateKnowledgeGroup,
  type KnowledgeGroup as KnowledgeGroupRecord,
  UpdateKnowledgeGroup,
} from '../contract/knowledge-group.ts';
import { builder } from './builder.ts';
import { getListComplexity } from './complexity.ts';
import { createInput, createUpdateInput } from './create-input.ts';
import { createFields } from './fields.ts';
import { KnowledgeDocument } from './knowledge-document.ts';
import { addLookupField } from './lookup-fields.ts';
import { addCreateField, addDeleteField, addUpdateField } from './mutation-fields.ts';

/** Number of groups, and of documents of a group, that costs assume. Their lists have no pages. */
const ASSUMED_LENGTH = 20;

/** The GraphQL type of knowledge groups. */
export const KnowledgeGroup = builder.objectRef<KnowledgeGroupRecord>('KnowledgeGroup').implement({
  description: 'A group of documents that tools of the type SERVER_RAG search.',
  fields: (t) => ({
    ...createFields('knowledgeGroup'),
    documents: t.field({
      type: [KnowledgeDocument],
      description: 'All documents of the group.',
      scopes: ['knowledge:read'],
      complexity: getListComplexity(ASSUMED_LENGTH),
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

const knowledgeGroup = { resource: 'knowledgeGroup', type: KnowledgeGroup } as const;

addLookupField(knowledgeGroup);

builder.queryField('knowledgeGroups', (t) =>
  t.field({
    type: [KnowledgeGroup],
    description: 'Returns all knowledge groups.',
    scopes: ['knowledge:read'],
    complexity: getListComplexity(ASSUMED_LENGTH),
    resolve: async (_, _args, { rest, loaders }) => {
      const groups = await rest.knowledgeGroups();
      loaders.prime('knowledgeGroup', groups);
      return groups;
    },
  }),
);

addCreateField({
  ...knowledgeGroup,
  isInConnection: false,
  description: 'Creates a knowledge group.',
  input: createInput({
    name: 'CreateKnowledgeGroupInput',
    description: 'Input of createKnowledgeGroup.',
    schema: CreateKnowledgeGroup,
  }),
  create: (body, { rest }) => rest.createKnowledgeGroup({ body }),
});
addUpdateField({
  ...knowledgeGroup,
  description: 'Updates a knowledge group.',
  input: createUpdateInput({
    name: 'UpdateKnowledgeGroupInput',
    description: 'Changes to a knowledge group.',
    schema: UpdateKnowledgeGroup,
  }),
  update: (id, body, { rest }) => rest.updateKnowledgeGroup({ params: { id }, body }),
});
addDeleteField({
  ...knowledgeGroup,
  note: 'Its documents are deleted, too. Tools that use it keep its id.',
  remove: (request, { rest }) => rest.deleteKnowledgeGroup(request),
});
