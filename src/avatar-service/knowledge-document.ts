import { CHUNK_DEFAULTS, knowledgeDocumentContract } from '../contract/knowledge-document.ts';
import { addEndpoints } from './endpoints.ts';
import { addFileRoutes, getFilePath } from './file-routes.ts';
import { readSlices } from './file-slices.ts';
import { findOrFail } from './ids.ts';
import { createRecordHandlers } from './record-handlers.ts';
import type { RequestContext, ServiceRoutes } from './service-routes.ts';
import type { StoredRecord } from './store/records.ts';
import { asSpooled } from './uploads/spooled-upload.ts';

export const knowledgeDocuments: ServiceRoutes = (scopes, services) => {
  const { files, quota, processor, links } = services;
  const view = (documents: readonly StoredRecord[], { baseUrl }: RequestContext) =>
    documents.map(({ chunking: _, ...document }) => ({
      ...document,
      fileUrl: `${baseUrl}/v1/knowledge/documents/${document.id}/download`,
    }));
  const { get, create, change, remove, viewOne } = createRecordHandlers(
    'knowledgeDocument',
    services,
    view,
  );
  const findGroup = (id: string, { tables }: RequestContext) =>
    findOrFail('a knowledge group', id, tables.knowledgeGroups.find);
  addEndpoints(scopes, services, knowledgeDocumentContract, {
    knowledgeDocuments: async ({ params: { id }, ...context }) => {
      const group = await findGroup(id, context);
      return view(await context.tables.knowledgeDocuments.listOfGroup(group.id), context);
    },

    createKnowledgeDocument: async ({ params: { id }, body, ...context }) => {
      const group = await findGroup(id, context);
      const { path, name: filename, type, size } = asSpooled(body.file);
      const chunkSize = body.chunkSize ?? CHUNK_DEFAULTS.chunkSize;
      const chunkOverlap =
        body.chunkOverlap ?? Math.min(CHUNK_DEFAULTS.chunkOverlap, chunkSize / 2);
      const document = create({
        knowledgeFolderId: group.id,
        filename,
        fileType: type,
        fileSize: size,
        status: 'UPLOADED',
        errorMessage: null,
        chunking: { chunkSize, chunkOverlap },
      });
      const file = { type, size, slices: readSlices(path) };
      const isStored = await quota.add({ bytes: size, documents: 1 }, () =>
        context.tables.knowledgeDocuments.insert(document, file),
      );
      // The group was deleted meanwhile.
      if (!isStored) await findGroup(id, context);
      processor.add(document.id, context.caller.id);
      return viewOne(document, context);
    },

    knowledgeDocument: get,
    updateKnowledgeDocument: (request) => change(request, () => request.body),
    deleteKnowledgeDocument: async ({ params: { id }, tables }) => {
      const response = await remove(id, tables.knowledgeDocuments.remove);
      processor.wake();
      return response;
    },

    knowledgeDownload: async ({ params: { id }, baseUrl, tables }) => {
      const { find } = tables.knowledgeDocuments;
      const document = await findOrFail('a knowledge document', id, find);
      const path = getFilePath(
        'knowledge/documents',
        document.id,
        'file',
        String(document.fileType),
      );
      const query = await links.createQuery(document.id);
      return { downloadUrl: `${baseUrl}${path}?${query}`, filename: document.filename };
    },
  });
  addFileRoutes(scopes.app, {
    resource: 'knowledge/documents',
    name: 'file',
    noun: 'a knowledge document',
    tables: files.knowledgeDocuments,
    authorize: async (id, query) => {
      await links.check(id, query);
      return { 'content-disposition': 'attachment' };
    },
  });
};
