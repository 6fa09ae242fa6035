import { z } from 'zod';
import { isJsonObject, nullish } from './record.ts';

/** Specification, "Limits": items per page. */
export const MAX_PER_PAGE = 100;

/** Default number of items per page. @assumed */
export const DEFAULT_PER_PAGE = 10;

/** Specification, "Limits": page number at least 1. */
export const pageNumber = z.int32().min(1);

/** Query parameters of every list with pages. */
export const pageParameters = {
  page: pageNumber.describe('Page number, starting at 1.'),
  perPage: z.int32().min(1).max(MAX_PER_PAGE).describe(`Items per page, 1 to ${MAX_PER_PAGE}.`),
};

/** A text in the query of a list: it becomes part of a path, whose length upstreams limit. @assumed */
export const queryText = (description: string, maxLength = 256) =>
  z.string().max(maxLength).describe(description);

/** The same of a list that can be searched. `search` describes the parameter. */
export const pageQuery = (search: string) => ({
  ...pageParameters,
  search: queryText(search),
});

/** An empty page, for upstreams that return 404 for an empty list. */
export const EMPTY_PAGE = { data: [], meta: { total: 0 } };

/** @assumed Pagination metadata. Fields that the upstream does not send are null. */
const PageMeta = z.object(
  nullish({
    total: z.int32().min(0).describe('Total number of items.'),
    lastPage: z.int32().min(0).describe('Number of the last page.'),
    currentPage: z.int32().min(1).describe('Number of this page.'),
    perPage: z.int32().min(1).describe('Maximum number of items per page.'),
    prev: z.int32().min(1).describe('Number of the previous page; null on the first page.'),
    next: z.int32().min(1).describe('Number of the next page; null on the last page.'),
  }),
);

const nameOf = (item: z.ZodType) => item.meta()?.id ?? '';

/** @assumed A list returns one page. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z
    .object({
      data: z.array(item).describe('The items of the page.'),
      meta: PageMeta.describe('Pagination metadata.'),
    })
    .meta({ id: `${nameOf(item)}Page`, description: 'A page of a list.' });

/** A list without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).meta({ id: `${nameOf(item)}List`, description: 'A complete list.' });

/** Normalizes lists without pages, which are an array of items, or `{data}`. @assumed */
export const asItems = (body: unknown) => (isJsonObject(body) ? body.data : body);

/** One page of a list, as the upstream returns it. */
export interface UpstreamPage<Item extends object = object> {
  readonly data: readonly Item[];
  readonly meta: Readonly<Partial<z.output<typeof PageMeta>>>;
}

export interface PageNumbers {
  readonly page: number;
  readonly perPage: number;
}

/**
 * Returns the number of the next page; null on the last page. If the upstream returns neither the next nor the last page
 * nor a total, a full page may have a next one, which can be empty.
 */
export function findNextPage({ data, meta }: UpstreamPage, requested: PageNumbers): number | null {
  const page = meta.currentPage ?? requested.page;
  const size = meta.perPage ?? requested.perPage;
  const lastPage = findLastPage(meta, size);
  const hasNextPage =
    lastPage === null ? meta.next === undefined && data.length === size : page < lastPage;
  return meta.next ?? (hasNextPage ? page + 1 : null);
}

/** Returns the number of the last page of `size` items; null if the upstream does not return it. */
export const findLastPage = (
  { lastPage, total }: UpstreamPage['meta'],
  size: number,
): number | null => lastPage ?? (total == null ? null : Math.max(1, Math.ceil(total / size)));
