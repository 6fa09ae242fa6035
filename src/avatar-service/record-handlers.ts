import { type ResourceName, resources } from '../contract/api.ts';
import { capitalize, withArticle } from '../contract/resource.ts';
import { deleteOrFail, findOrFail } from './ids.ts';
import { loadPage, type PageQuery } from './load-page.ts';
import type { RequestContext, Services } from './service-routes.ts';
import { getFilterLabels } from './store/collection.ts';
import type { ListQuery, StoredRecord } from './store/records.ts';

/** Creates the responses for stored records. */
type View = (
  records: readonly StoredRecord[],
  context: RequestContext,
) => Promise<object[]> | object[];

interface ById extends RequestContext {
  readonly params: { readonly id: string };
}

/** Creates the parts that the handlers of a resource share. `view` adds fields that are not stored. Default: none. */
export function createRecordHandlers(
  name: ResourceName,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  view: View = (records) => [...records],
) {
  const { noun, collection } = resources[name];
  const one = withArticle(noun);
  const viewOne = async (record: StoredRecord, context: RequestContext) =>
    (await view([record], context))[0];
  return {
    viewOne,

    /** Returns a new record with an id and times. */
    create: (fields: object): StoredRecord => {
      const at = now().toISOString();
      return { id: newId(), ...fields, createdAt: at, updatedAt: at };
    },

    /** Handles a list, of the records that have the values of the query's filters, and all `labels`. */
    list: (
      { query, ...context }: RequestContext & { readonly query: PageQuery },
      labels: ListQuery['labels'] = [],
    ) =>
      loadPage(query, async (listQuery) => {
        const { records, total } = await context.tables[collection].list({
          ...listQuery,
          labels: [...labels, ...getFilterLabels(collection, query).map((label) => [label])],
        });
        return { records: await view(records, context), total };
      }),

    /** Handles a lookup. @throws BadRequest or NotFound, as `findOrFail`. */
    get: async ({ params: { id }, ...context }: ById) =>
      viewOne(await findOrFail(one, id, context.tables[collection].find), context),

    /** Handles an update. @throws BadRequest or NotFound, as `findOrFail`. */
    change: async (
      { params: { id }, ...context }: ById,
      change: (record: StoredRecord) => object,
    ) => {
      const changed = await findOrFail(one, id, (recordId) =>
        context.tables[collection].change(recordId, (record) => ({
          ...record,
          ...change(record),
          id: record.id,
          updatedAt: now().toISOString(),
        })),
      );
      return viewOne(changed, context);
    },

    /** Handles a deletion. @throws BadRequest or NotFound, as `deleteOrFail`. */
    remove: async (id: string, remove: (recordId: string) => Promise<boolean>) => {
      await deleteOrFail(one, id, remove);
      return { message: `${capitalize(noun)} deleted` };
    },
  };
}
