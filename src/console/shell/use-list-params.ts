import { useSearchParams } from 'wouter';
import { useDebouncedValue } from './use-debounced-value.ts';

/** Divisible by two, three and four columns. */
const PER_PAGE = 12;

/** Keeps the search and the page number of a list in the URL, the search in the parameter `name`. */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const text = params.get('name') ?? '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const search = useDebouncedValue(text).trim() || null;
  const setText = (newText: string) =>
    setParams(newText ? { name: newText } : {}, { replace: true });
  return { params, text, setText, variables: { page, perPage: PER_PAGE, search } };
}
