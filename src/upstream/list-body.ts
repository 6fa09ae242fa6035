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

/** Reads numbers of pages. What is none, such as the URL of the next page, follows from the others. */
const readMeta = ({ page, ...meta }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ currentPage: page, ...meta }).filter(
      ([, value]) => value === null || typeof value === 'number',
    ),
  );

const isRecord = (item: unknown) =>
  isJsonObject(item) && typeof item.id === 'string' && item.id !== '';

/**
 * Reads a list that differs from the specification only in form: an array or null instead of a page, no `meta`, numeric
 * ids, `page` for the current page. What has no id is left out.
 * @assumed
 */
export function readListBody(body: unknown): { readonly body: unknown; readonly omitted: number } {
  const page = body === null || Array.isArray(body) ? { data: body } : body;
  if (!isJsonObject(page)) return { body, omitted: 0 };
  const meta = readMeta(isJsonObject(page.meta) ? page.meta : {});
  const items = page.data === null ? [] : page.data;
  if (!Array.isArray(items)) return { body: { ...page, meta }, omitted: 0 };
  const records = items.map(readRecordBody).filter(isRecord);
  return { body: { ...page, data: records, meta }, omitted: items.length - records.length };
}
