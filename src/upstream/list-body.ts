import { isJsonObject, type JsonObject } from '../contract/record.ts';

/** Maximum depth at which numeric ids are read. */
const MAX_DEPTH = 6;

const toText = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value);

/** Replaces numeric ids by their texts, also those of references and of records inside. */
function withTextIds(value: unknown, depth = MAX_DEPTH): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withTextIds(item, depth - 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    if (/^id$|Id$/.test(key)) return [key, toText(item)];
    if (/Ids$/.test(key) && Array.isArray(item)) return [key, item.map(toText)];
    return [key, withTextIds(item, depth - 1)];
  });
  return Object.fromEntries(entries);
}

/** Reads a record, whose id can be a number. */
export const readRecordBody = (body: unknown): unknown =>
  isJsonObject(body) && typeof body.id === 'number' ? withTextIds(body) : body;

const readNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;

/** Reads the number of the next page: a number, a text of it, or the URL of that page. Anything else is the next one. */
function readNext(value: unknown, current: number): number | null | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === false || value === '') return null;
  const number = readNumber(value);
  if (typeof number === 'number') return Number.isInteger(number) && number > 0 ? number : null;
  const url = typeof value === 'string' ? URL.parse(value, 'http://localhost') : null;
  const page = readNumber(url?.searchParams.get('page'));
  return typeof page === 'number' ? page : current + 1;
}

function readMeta(meta: JsonObject, page: number): JsonObject {
  const numbers = Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key, readNumber(value)]),
  );
  const currentPage = numbers.currentPage ?? numbers.page;
  const next = readNext(meta.next, typeof currentPage === 'number' ? currentPage : page);
  return { ...numbers, currentPage, ...(next !== undefined && { next }) };
}

const isRecord = (item: unknown) =>
  isJsonObject(item) && typeof item.id === 'string' && item.id !== '';

/**
 * Reads a list that differs from the specification only in form: an array or null instead of a page, no `meta`, numeric
 * ids, `page` for the current page, numbers of pages as texts, and the next page as its URL or as true. What has no id is
 * left out.
 * @assumed
 */
export function readListBody(
  body: unknown,
  requestedPage = 1,
): { readonly body: unknown; readonly omitted: number } {
  const page = body === null || Array.isArray(body) ? { data: body } : body;
  if (!isJsonObject(page)) return { body, omitted: 0 };
  const meta = readMeta(isJsonObject(page.meta) ? page.meta : {}, requestedPage);
  const items = page.data === null ? [] : page.data;
  if (!Array.isArray(items)) return { body: { ...page, meta }, omitted: 0 };
  const records = items.map(readRecordBody).filter(isRecord);
  return { body: { ...page, data: records, meta }, omitted: items.length - records.length };
}
