import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Query } from './query.ts';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { ListVariables } from './use-list-params.ts';

const PER_PAGE = 8;

interface Identified {
  readonly id: string;
}

interface PickerOptions<Data, Item> {
  /** Ids of what is selected. */
  readonly ids: readonly string[];
  readonly useList: (
    variables: ListVariables,
    options: { readonly placeholderData: typeof keepPreviousData },
  ) => Query<NoInfer<Data>>;
  /** Returns the page of the list; null if the upstream has no list. */
  readonly read: (
    data: Data,
    variables: ListVariables,
  ) => { readonly items: readonly Item[]; readonly lastPage: number | null } | null;
  /** The hook that reads records by id. Undefined until they are loaded. */
  readonly useSelected: (ids: readonly string[]) => readonly Item[] | undefined;
}

export type PickerState<Item extends Identified> = ReturnType<typeof usePicker<unknown, Item>>;

/** Searches and pages a list, and reads what is selected but not on the page. The search follows the text after 200 ms. */
export function usePicker<Data, Item extends Identified>(options: PickerOptions<Data, Item>) {
  const { ids, useList, read, useSelected } = options;
  const [{ text, page }, setState] = useState({ text: '', page: 1 });
  const search = useDebouncedValue(text).trim() || null;
  const variables = { page, perPage: PER_PAGE, search };
  const { data, error, refetch } = useList(variables, { placeholderData: keepPreviousData });
  const found = data && read(data, variables);
  const listed = found?.items ?? [];
  const lacks = (items: readonly Identified[]) => (id: string) =>
    !items.some((one) => one.id === id);
  const unlistedIds = found ? ids.filter(lacks(listed)) : [];
  const unlisted = useSelected(unlistedIds);
  return {
    text,
    /** Sets the text and goes back to the first page. */
    setText: (newText: string) => setState({ text: newText, page: 1 }),
    page,
    setPage: (newPage: number) => setState({ text, page: newPage }),
    lastPage: found?.lastPage ?? 1,
    error,
    refetch,
    isLoaded: data !== undefined,
    /** The page of the list. */
    listed,
    /** What is selected and not on the page, then the page. */
    items: [...(unlisted ?? []), ...listed],
    /** Ids of what is selected and does not exist. */
    missingIds: unlisted ? unlistedIds.filter(lacks(unlisted)) : [],
  };
}

/** Creates the hook that reads a single selected record, from the hook of its query. */
export const createSelectedHook =
  <Data, Item>(
    useOne: (
      variables: { readonly id: string },
      options: { readonly enabled: boolean },
    ) => { readonly data: NoInfer<Data> | undefined },
    read: (data: Data) => Item | null,
  ) =>
  ([id]: readonly string[]): readonly Item[] | undefined => {
    const { data } = useOne({ id: id ?? '' }, { enabled: id !== undefined });
    const item = id !== undefined && data ? read(data) : undefined;
    return item === undefined ? undefined : item === null ? [] : [item];
  };
