import { useSearchParams } from 'wouter';
import { useDebouncedValue } from './use-debounced-value.ts';

/** Divisible by two, three and four columns. */
const PER_PAGE = 12;

export interface ListVariables {
  readonly page: number;
  readonly perPage: number;
  /** Absent if the list cannot be searched. */
  readonly search?: string | null;
}

/** Props of a control for a filter. */
export interface FilterField {
  readonly path: string;
  /** Empty for no filter. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Keeps the search, the filters and the page number of a list in the URL, the search in the parameter `name`. */
export function useListParams<Filter extends string>(
  filters: readonly Filter[],
  { canSearch }: { readonly canSearch: boolean },
) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const change = (name: string, value: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('page');
        if (value) changed.set(name, value);
        else changed.delete(name);
        return changed;
      },
      { replace: true },
    );
  const field = (name: string): FilterField => ({
    path: name,
    value: params.get(name) ?? '',
    onChange: (value) => change(name, value),
  });
  const names = ['name', ...filters];
  // As a text, so that it has an identity.
  const texts: string = useDebouncedValue(JSON.stringify(names.map((name) => params.get(name))));
  const [search, ...values]: readonly (string | null)[] = JSON.parse(texts);
  const variables = {
    page,
    perPage: PER_PAGE,
    ...(canSearch && { search: search?.trim() || null }),
    // The names are those of the type, which TypeScript does not know of an object built from entries.
    ...(Object.fromEntries(
      filters.map((name, index) => [name, values[index]?.trim() || null]),
    ) as Record<Filter, string | null>),
  };
  return {
    params,
    field,
    variables,
    isFiltered: filters.some((name) => params.has(name)),
    clear: () => setParams({}, { replace: true }),
  };
}
