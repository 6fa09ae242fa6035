import { z } from 'zod';
import { findNextPage, MAX_PER_PAGE, type UpstreamPage } from '../contract/page.ts';

/** Position of an item in a list when it was read. */
export interface Position {
  readonly index: number;
  /** Id of the item, to find it again after other items were created or deleted. */
  readonly id: string;
}

/** Instead of the id of a last item, where all of the items are hidden from the caller. */
const NO_ID = '';

const Cursor = z.tuple([z.string(), z.int().min(0).max(999_999_999), z.string()]);

/** Creates the cursor of an item of a list. Cursors are opaque to clients. */
export const createCursor = (noun: string, { index, id }: Position): string =>
  Buffer.from(JSON.stringify([noun, index, id])).toString('base64url');

/** Returns the position that a cursor of a list has; undefined for an invalid cursor. */
export function readCursor(noun: string, cursor: string): Position | undefined {
  try {
    const [kind, index, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return kind === noun ? { index, id } : undefined;
  } catch {
    return undefined;
  }
}

export interface ListSlice {
  /** Index of the first item. */
  readonly offset: number;
  readonly items: readonly object[];
  /** Total number of items of the list; null if the upstream does not return it. */
  readonly total: number | null;
  readonly hasNextPage: boolean;
}

export const getId = (item: object): string => String(Reflect.get(item, 'id'));

/** Successive pages of a list. */
interface PageRange {
  readonly perPage: number;
  readonly pages: readonly number[];
}

/** Returns the pages that contain `count` items from `offset`: one page where a page size allows it, two otherwise. */
function coverRange(offset: number, count: number): PageRange {
  for (let perPage = count; perPage <= MAX_PER_PAGE; perPage += 1) {
    const page = Math.floor(offset / perPage);
    if (Math.floor((offset + count - 1) / perPage) === page) return { perPage, pages: [page + 1] };
  }
  const perPage = Math.min(count, MAX_PER_PAGE);
  const page = Math.floor(offset / perPage) + 1;
  return { perPage, pages: [page, page + 1] };
}

/** Returns the cursor after which a list continues; null if nothing was asked for, or nothing follows. */
export function createEndCursor(
  noun: string,
  { offset, items, hasNextPage }: ListSlice,
  first: number,
): string | null {
  const last = items.at(-1);
  if (last) return createCursor(noun, { index: offset + items.length - 1, id: getId(last) });
  if (!hasNextPage || first === 0) return null;
  return createCursor(noun, { index: offset + first - 1, id: NO_ID });
}

/** What a field asks of a list: `first` items after a position, or those of a page of that length. */
export interface SliceOptions {
  readonly first: number;
  readonly after?: Position | null | undefined;
  /** Default: 1. */
  readonly page?: number | null | undefined;
}

/** Upstream calls for a part of a list at most. */
export const getMaxCalls = ({ after }: { readonly after?: unknown }): number => (after ? 2 : 1);

/** Where the items of a field are. */
interface SliceRange extends PageRange {
  /** Index of the first item. */
  readonly offset: number;
  /** Id of the item before it, if it is on the same page. */
  readonly afterId?: string;
}

/** Returns the pages to read for a part of a list. */
export function findPages({ first, after, page }: SliceOptions): SliceRange {
  // Pages have at least one item, so reading only the total reads one item as well.
  const count = Math.max(first, 1);
  const offset = after ? after.index + 1 : ((page ?? 1) - 1) * count;
  if (after && after.id !== NO_ID) {
    const range = coverRange(after.index, count + 1);
    if (range.pages.length === 1) return { ...range, offset, afterId: after.id };
  }
  return { ...coverRange(offset, count), offset };
}

/**
 * Returns a part of a list from its pages. If the item of the cursor is on the same page, it is found by its id, wherever
 * it moved on that page. Otherwise, its index when it was read counts.
 */
export function cutSlice(
  { perPage, pages, offset, afterId }: SliceRange,
  read: readonly UpstreamPage[],
  first: number,
): ListSlice {
  const items = read.flatMap(({ data }) => data);
  const [firstPage = 1] = pages;
  const pageOffset = (firstPage - 1) * perPage;
  const last = read.at(-1);
  const lastPage = { page: pages.at(-1) ?? firstPage, perPage };
  const hasNextPage = last !== undefined && findNextPage(last, lastPage) !== null;
  let start = offset - pageOffset;
  if (afterId !== undefined) {
    const found = items.findIndex((item) => getId(item) === afterId);
    // A deleted item has left its index to the next one.
    const next = found === -1 ? start - 1 : found + 1;
    if (next < items.length || !hasNextPage) start = next;
  }
  return {
    offset: pageOffset + start,
    items: items.slice(start, start + first),
    total: last?.meta.total ?? null,
    hasNextPage: hasNextPage || start + first < items.length,
  };
}
