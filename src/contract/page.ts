import { z } from 'zod';
import { isJsonObject, tolerant } from './record.ts';

/** Specification, "Limits": items per page. */
export const MAX_PER_PAGE = 100;

/** Default number of items per page. @assumed */
export const DEFAULT_PER_PAGE = 10;

/** Specification, "Limits": page number at least 1, items per page 1 to 100. */
export const pageNumber = z.int().min(1);
export const perPage = z.int().min(1).max(MAX_PER_PAGE);

/** Query parameters of every list. `search` is the description of the search parameter. */
export const pageQuery = (search: string) => ({
  page: pageNumber.describe('Page number, at least 1.').optional(),
  perPage: perPage.describe(`Items per page, 1 to ${MAX_PER_PAGE}.`).optional(),
  search: z.string().describe(search).optional(),
});

/** An empty page, for upstreams that return 404 for an empty list. */
export const EMPTY_PAGE = { data: [], meta: { total: 0 } };

/** @assumed Pagination metadata. Fields that the upstream does not send are null. */
const PageMeta = z.object({
  total: tolerant(z.int().min(0)).describe('Total number of items.'),
  lastPage: tolerant(z.int().min(0)).describe('Number of the last page.'),
  currentPage: tolerant(z.int().min(1)).describe('Number of this page.'),
  perPage: tolerant(z.int().min(1)).describe('Maximum number of items per page.'),
  prev: tolerant(z.int().min(1)).describe('Number of the previous page; null on the first page.'),
  next: tolerant(z.int().min(1)).describe('Number of the next page; null on the last page.'),
});

/** Normalizes lists: accepts bare arrays, missing `meta`, and `page` instead of `currentPage`. */
function asPage(body: unknown): unknown {
  if (Array.isArray(body)) return { data: body, meta: {} };
  if (!isJsonObject(body)) return body;
  const meta = isJsonObject(body.meta) ? body.meta : {};
  return { ...body, meta: { ...meta, currentPage: meta.currentPage ?? meta.page } };
}

/** @assumed A list returns one page as `{data, meta}` or as an array of items. */
export const page = <Item extends z.ZodType>(item: Item) => {
  const schema = z.preprocess(asPage, z.object({ data: z.array(item), meta: PageMeta }));
  items.set(schema, item);
  return schema;
};

const items = new WeakMap<z.ZodType, z.ZodType>();

/** The parts of a schema that `page` created, for callers that read only selected fields. */
export function pageParts(schema: z.ZodType) {
  const item = items.get(schema);
  return item && { asPage, item, meta: PageMeta.shape };
}
