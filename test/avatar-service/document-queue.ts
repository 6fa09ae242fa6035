import type { Store } from '../../src/avatar-service/store/store.ts';

export type Queue = Store['knowledgeDocuments']['queue'];

/** A store whose queue is changed. */
export const withQueue = (store: Store, change: Partial<Queue>): Store => ({
  ...store,
  knowledgeDocuments: {
    ...store.knowledgeDocuments,
    queue: { ...store.knowledgeDocuments.queue, ...change },
  },
});
