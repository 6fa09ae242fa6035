import { useState } from 'react';
import { useDebouncedValue } from './use-debounced-value.ts';

/** Items per page of a picker. */
const PER_PAGE = 8;

/** The state of a searched list. */
export interface Search {
  readonly text: string;
  /** Sets the text and goes back to the first page. */
  readonly setText: (text: string) => void;
  readonly setPage: (page: number) => void;
  /** Variables of the list's query. */
  readonly variables: {
    readonly page: number;
    readonly perPage: number;
    readonly search: string | null;
  };
}

/** Keeps the search text and the page of a picker's list. The search follows the text after 200 ms. */
export function useSearch(): Search {
  const [{ text, page }, setState] = useState({ text: '', page: 1 });
  const search = useDebouncedValue(text).trim() || null;
  return {
    text,
    setText: (newText) => setState({ text: newText, page: 1 }),
    setPage: (newPage) => setState({ text, page: newPage }),
    variables: { page, perPage: PER_PAGE, search },
  };
}
