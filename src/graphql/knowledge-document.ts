import { z } from 'zod';
import { DOCUMENT_TYPES, findDocumentExtension } from '../contract/document-types.ts';
import {
  CreateKnowledgeDocument,
  INVALID_OVERLAP,
  isOverlapValid,
  type KnowledgeDocument as KnowledgeDocumentRecord,
  KnowledgeDownload,
} from '../contract/knowledge-document.ts';
import { Id } from '../contract/record.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { createInput } from './create-input.ts';
import { addExtra } from './extra.ts';
import { createFields } from './fields.ts';
import { addCreateField } from './mutation-fields.ts';
import { addResourceFields } from './resource-fields.ts';

export const KnowledgeDocument = builder
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

const knowledgeDocument = { resource: 'knowledgeDocument', type: KnowledgeDocument } as const;

addResourceFields({ ...knowledgeDocument, except: ['list', 'create'] });

addCreateField({
  ...knowledgeDocument,
  description:
    'Adds a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED.\n\nSend the file as for createAvatar.',
  input: createInput({
    name: 'CreateKnowledgeDocumentInput',
    description: 'Input of createKnowledgeDocument.',
    schema: z
      .object({
        groupId: Id.describe('Id of the knowledge group.'),
        ...CreateKnowledgeDocument.shape,
      })
      .refine(isOverlapValid, INVALID_OVERLAP),
    types: { file: 'Upload' },
  }),
  create: ({ groupId: id, file, extra, ...fields }, { rest }) => {
    // Browsers send no type for some files, and another one for CSV.
    const type = DOCUMENT_TYPES[findDocumentExtension(file.name) ?? 'txt'];
    const body = { ...fields, file: new File([file], file.name, { type }) };
    return rest.createKnowledgeDocument({ params: { id }, body: addExtra(body, extra) });
  },
});
