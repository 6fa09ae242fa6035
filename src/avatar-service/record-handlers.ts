import { type ResourceName, resources } from '../contract/api.ts';
import { DEFAULT_PER_PAGE } from '../contract/page.ts';
import { capitalize, withArticle } from '../contract/resource.ts';
import type { RequestContext } from './endpoints.ts';
import { BadRequest, NotFound } from './errors.ts';
import type { Services } from './handler-services.ts';
import { getFilterLabels } from './store/collection.ts';
import { isId, type ListQuery, type StoredRecord } from './store/records.ts';

/**
 * Finds a record by an id of a request. `noun` is the resource with its article, for example "an avatar".
 * @throws BadRequest at `path` if the id is not a UUID; NotFound if the record does not exist.
 */
export async function findOrFail<Found>(
  noun: string,
  id: string,
  find: (id: string) => Promise<Found | undefined>,
  path: readonly string[] = ['id'],
): Promise<Found> {
  if (!isId(id)) throw BadRequest.at(path, `The id of ${noun} must be a UUID.`);
  const record = await find(id.toLowerCase());
  if (record === undefined) throw new NotFound(`No ${noun.replace(/^an? /, '')} has the id ${id}.`);
  return record;
}

interface PageQuery {
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
  readonly search?: string | undefined;
}

type List = (query: ListQuery) => Promise<{ records: object[]; total: number }>;

/** Loads a page of a list. `first` contains records that are not in the store and precede its records. */
export async function loadPage(
  { page = 1, perPage = DEFAULT_PER_PAGE, search }: PageQuery,
  list: List,
  first: readonly StoredRecord[] = [],
) {
  const from = (page - 1) * perPage;
  const leading = first.slice(from, from + perPage);
  const { records, total: stored } = await list({
    offset: Math.max(0, from - first.length),
    limit: perPage - leading.length,
    search,
  });
  const total = first.length + stored;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const meta = {
    total,
    lastPage,
    currentPage: page,
    perPage,
    prev: page > 1 ? page - 1 : null,
    next: page < lastPage ? page + 1 : null,
  };
  return { data: [...leading, ...records], meta };
}

/** Creates the responses for stored records. */
type View = (
  records: readonly StoredRecord[],
  context: RequestContext,
) => Promise<object[]> | object[];

export interface ById extends RequestContext {
  readonly params: { readonly id: string };
}

/** Creates the parts that the handlers of a resource share. `view` adds fields that are not stored. Default: none. */
export function createRecordHandlers(
  name: ResourceName,
  { now, newId, processor }: Pick<Services, 'now' | 'newId' | 'processor'>,
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

    /** Handles an update, by default with the fields of the body. @throws BadRequest or NotFound, as `findOrFail`. */
    change: async (
      { params: { id }, body, ...context }: ById & { readonly body: object },
      change: (record: StoredRecord) => object = () => body,
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

    /** Handles a deletion. @throws BadRequest or NotFound, as `findOrFail`. */
    remove: async (
      { params: { id }, tables }: ById,
      remove: (recordId: string) => Promise<boolean> = tables[collection].remove,
    ) => {
      await findOrFail(one, id, async (recordId) => (await remove(recordId)) || undefined);
      // The content of its files is removed afterwards.
      processor.wake();
      return { message: `${capitalize(noun)} deleted` };
    },
  };
}
