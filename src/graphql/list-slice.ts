import {
  findNextPage,
  MAX_PER_PAGE,
  type PageNumbers,
  type UpstreamPage,
} from '../contract/page.ts';
import type { Position } from './cursor.ts';

export interface ListSlice {
  /** Offset of the first item. */
  readonly offset: number;
  readonly items: readonly object[];
  /** Total number of items of the list; null if the upstream does not return it. */
  readonly total: number | null;
  readonly hasNextPage: boolean;
}

type FetchPage = (numbers: PageNumbers) => Promise<UpstreamPage>;

export const getId = (item: object): unknown => Reflect.get(item, 'id');

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
  const hasNextPage =
    total === null
      ? last !== undefined && findNextPage(last, { page, perPage }) !== null
      : offset + items.length < total;
  return { offset, items, total, hasNextPage };
}

/** Returns the part of a slice that has at most `count` items from `offset`. */
function cut(slice: ListSlice, offset: number, count: number): ListSlice {
  const start = Math.max(0, offset - slice.offset);
  const items = slice.items.slice(start, start + count);
  const hasNextPage = slice.hasNextPage || start + count < slice.items.length;
  return { ...slice, offset, items, hasNextPage };
}

const findOffset = ({ offset, items }: ListSlice, id: string): number | undefined => {
  const index = items.findIndex((item) => getId(item) === id);
  return index === -1 ? undefined : offset + index;
};

export const fetchSlice = async (
  fetchPage: FetchPage,
  offset: number,
  count: number,
): Promise<ListSlice> =>
  // Pages have at least one item, so reading only the total reads one item as well.
  cut(await fetchRange(fetchPage, offset, Math.max(count, 1)), offset, count);

/** Upstream calls of {@link fetchSliceAfter} at most: two for each range that it may read. */
export const MAX_CALLS_AFTER_CURSOR = 8;

/** How far from its expected position an item is searched. */
const NEARBY = 25;

/**
 * Reads `count` items after an item that was at `position`. The pages include that item if they fit into one
 * page, so a list in which nothing moved costs no additional call. Otherwise, the item is searched once more at the
 * position that the change of the total suggests. An item that is not found counts as deleted.
 */
export async function fetchSliceAfter(
  fetchPage: FetchPage,
  { offset, id, total }: Position,
  count: number,
): Promise<ListSlice> {
  if (coverRange(offset, count + 1).pages.length > 1) {
    const slice = await fetchSlice(fetchPage, offset + 1, count);
    if (slice.total !== null && slice.total === total) return slice;
  }
  const slice = await fetchRange(fetchPage, offset, count + 1);
  const moved = slice.total === null || total === null ? undefined : slice.total - total;
  const expected = offset + (moved ?? 0);
  const search = async () => {
    const from = Math.max(0, expected - NEARBY);
    return findOffset(await fetchRange(fetchPage, from, 2 * NEARBY + 1), id);
  };
  // Without totals, nothing is known to have moved but the item itself.
  const missing = moved === undefined ? offset - 1 : expected;
  const next = Math.max(0, (findOffset(slice, id) ?? (await search()) ?? missing) + 1);
  const end = slice.offset + slice.items.length;
  const isInSlice = next >= slice.offset && (next + count <= end || !slice.hasNextPage);
  return isInSlice ? cut(slice, next, count) : fetchSlice(fetchPage, next, count);
}
