import { setImmediate } from 'node:timers/promises';
import { CHUNK_DEFAULTS, knowledgeDocumentContract } from '../contract/knowledge-document.ts';
import { DEFAULT_SEARCH_RESULTS, knowledgeGroupContract } from '../contract/knowledge-group.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { addEndpoints, type RequestContext, type ServiceRoutes } from './endpoints.ts';
import { Busy } from './errors.ts';
import { addFileRoutes, getFilePath } from './file-routes.ts';
import { createRecordHandlers, findOrFail } from './record-handlers.ts';
import type { StoredRecord } from './store/records.ts';
import { asSpooled } from './uploads/spooled-upload.ts';

/** More groups than are ever listed. */
const ALL = 100_000;

/** Maximum number of concurrent searches, and of queued ones. */
const MAX_SEARCHES = 2;
const MAX_QUEUED_SEARCHES = 64;

export const knowledgeGroups: ServiceRoutes = (scopes, services) => {
  const limit = new ConcurrencyLimit({ maxActive: MAX_SEARCHES, maxWaiting: MAX_QUEUED_SEARCHES });
  const view = async (groups: readonly StoredRecord[], { tables }: RequestContext) => {
    const counts = await tables.knowledgeGroups.countDocuments();
    return groups.map((group) => ({ ...group, documentCount: counts.get(group.id) ?? 0 }));
  };
  const { get, create, change, remove, viewOne } = createRecordHandlers(
    'knowledgeGroup',
    services,
    view,
  );
  addEndpoints(scopes, services, knowledgeGroupContract, {
    knowledgeGroups: async (context) => {
      const { records } = await context.tables.knowledgeGroups.list({ offset: 0, limit: ALL });
      return view(records, context);
    },
    createKnowledgeGroup: async ({ body, ...context }) => {
      const group = create({ description: null, ...body });
      await context.tables.knowledgeGroups.insert(group);
      return viewOne(group, context);
    },
    knowledgeGroup: get,
    updateKnowledgeGroup: change,
    deleteKnowledgeGroup: remove,

    searchKnowledge: async ({
      params: { id },
      body: { query, limit: maxResults = DEFAULT_SEARCH_RESULTS },
      tables,
    }) => {
      const group = await findOrFail('a knowledge group', id, tables.knowledgeGroups.find);
      if (limit.isFull) throw new Busy('Too many concurrent searches. Try again later.');
      const found = await limit.run(async () => {
        // SQLite searches in this thread. Other requests are served before the next search.
        await setImmediate();
        return tables.knowledgeDocuments.search(group.id, query, maxResults);
      });
      return found.map(({ document, chunkIndex, content, rank }) => ({
        documentId: document.id,
        filename: document.filename,
        content,
        // From 0 to 1, so that scores of both databases look alike.
        score: Math.max(0, rank) / (1 + Math.max(0, rank)),
        chunkIndex,
        metadata: { fileType: document.fileType },
      }));
    },
  });
};

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
      const file = asSpooled(body.file);
      const chunkSize = body.chunkSize ?? CHUNK_DEFAULTS.chunkSize;
      const chunkOverlap =
        body.chunkOverlap ?? Math.min(CHUNK_DEFAULTS.chunkOverlap, chunkSize / 2);
      const document = create({
        knowledgeFolderId: group.id,
        filename: file.name,
        fileType: file.type,
        fileSize: file.size,
        status: 'UPLOADED',
        errorMessage: null,
        chunking: { chunkSize, chunkOverlap },
      });
      const insert = () => context.tables.knowledgeDocuments.insert(document, file);
      const isStored = await quota.add(file.size, insert, true);
      // The group was deleted meanwhile.
      if (!isStored) await findGroup(id, context);
      processor.add(document.id, context.caller.id);
      return viewOne(document, context);
    },

    knowledgeDocument: get,
    updateKnowledgeDocument: change,
    deleteKnowledgeDocument: remove,

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
