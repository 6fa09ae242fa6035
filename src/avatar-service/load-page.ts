import { DEFAULT_PER_PAGE } from '../contract/page.ts';
import type { ListQuery, StoredRecord } from './store/records.ts';

export interface PageQuery {
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
