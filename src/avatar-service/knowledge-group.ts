import { setImmediate } from 'node:timers/promises';
import { DEFAULT_SEARCH_RESULTS, knowledgeGroupContract } from '../contract/knowledge-group.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { addEndpoints } from './endpoints.ts';
import { Busy } from './errors.ts';
import { findOrFail } from './ids.ts';
import { createRecordHandlers } from './record-handlers.ts';
import type { RequestContext, ServiceRoutes } from './service-routes.ts';
import type { StoredRecord } from './store/records.ts';

/** More groups than are ever listed. */
const ALL = 100_000;

/** Maximum number of concurrent searches, and of queued ones. */
const MAX_SEARCHES = 2;
const MAX_QUEUED_SEARCHES = 64;

export const knowledgeGroups: ServiceRoutes = (scopes, services) => {
  const { processor } = services;
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
    updateKnowledgeGroup: (request) => change(request, () => request.body),
    deleteKnowledgeGroup: async ({ params: { id }, tables }) => {
      const response = await remove(id, tables.knowledgeGroups.remove);
      processor.wake();
      return response;
    },

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
