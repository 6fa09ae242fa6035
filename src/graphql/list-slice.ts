import { z } from 'zod';
import {
  findNextPage,
  MAX_PER_PAGE,
  type PageNumbers,
  type UpstreamPage,
} from '../contract/page.ts';

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

type FetchPage = (numbers: PageNumbers) => Promise<UpstreamPage>;

export const getId = (item: object): string => String(Reflect.get(item, 'id'));

/** Returns the pages that contain `count` items from `offset`: one page where a page size allows it, two otherwise. */
function coverRange(
  offset: number,
  count: number,
): { readonly perPage: number; readonly pages: readonly number[] } {
  for (let perPage = count; perPage <= MAX_PER_PAGE; perPage += 1) {
    const page = Math.floor(offset / perPage);
    if (Math.floor((offset + count - 1) / perPage) === page) return { perPage, pages: [page + 1] };
  }
  const perPage = Math.min(count, MAX_PER_PAGE);
  const page = Math.floor(offset / perPage) + 1;
  return { perPage, pages: [page, page + 1] };
}

/** Reads all items of the pages that contain `count` items from `offset`. */
async function fetchRange(fetchPage: FetchPage, from: number, count: number): Promise<ListSlice> {
  const { perPage, pages } = coverRange(from, count);
  const fetched = await Promise.all(pages.map((page) => fetchPage({ page, perPage })));
  const [first = 1] = pages;
  const offset = (first - 1) * perPage;
  const items = fetched.flatMap(({ data }) => data);
  const last = fetched.at(-1);
  const total = last?.meta.total ?? null;
  const page = pages.at(-1) ?? first;
  const hasNextPage = last !== undefined && findNextPage(last, { page, perPage }) !== null;
  return { offset, items, total, hasNextPage };
}

/** Returns the part of a slice that has at most `count` items from `offset`. */
function cut(slice: ListSlice, offset: number, count: number): ListSlice {
  const start = Math.max(0, offset - slice.offset);
  const items = slice.items.slice(start, start + count);
  const hasNextPage = slice.hasNextPage || start + count < slice.items.length;
  return { ...slice, offset, items, hasNextPage };
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

/** Upstream calls of {@link fetchSlice} at most. */
export const getMaxCalls = ({ after }: { readonly after?: unknown }): number => (after ? 2 : 1);

/**
 * Reads a part of a list. If one page holds the item of the cursor and what follows, the item is found by its id,
 * wherever it moved on that page. Otherwise, its index when it was read counts.
 */
export async function fetchSlice(
  fetchPage: FetchPage,
  { first, after, page }: SliceOptions,
): Promise<ListSlice> {
  // Pages have at least one item, so reading only the total reads one item as well.
  const count = Math.max(first, 1);
  const fetchFrom = async (offset: number) =>
    cut(await fetchRange(fetchPage, offset, count), offset, first);
  if (!after) return fetchFrom(((page ?? 1) - 1) * count);
  const { index, id } = after;
  if (id === NO_ID || coverRange(index, count + 1).pages.length > 1) return fetchFrom(index + 1);
  const slice = await fetchRange(fetchPage, index, count + 1);
  const found = slice.items.findIndex((item) => getId(item) === id);
  // A deleted item has left its index to the next one.
  const next = found === -1 ? index : slice.offset + found + 1;
  const isOnPage = next < slice.offset + slice.items.length || !slice.hasNextPage;
  return cut(slice, isOnPage ? next : index + 1, first);
}
