import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface EmptyListProps {
  /** One of what is listed, such as `avatar`. */
  readonly noun: string;
  /** Path of the list. */
  readonly path: string;
  readonly text: string;
  readonly page: number;
  /** Whether there are filters besides the text. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** What to do if there are no records at all. */
  readonly children: ReactNode;
}

/** Says why a list has no items, and what to do next. */
export function EmptyList(props: EmptyListProps) {
  const { noun, path, text, page, isFiltered, onClear, children } = props;
  if (text || isFiltered)
    return (
      <p className="empty">
        {isFiltered ? `No ${noun} matches the filters.` : `No ${noun} matches “${text}”.`}{' '}
        <button type="button" className="link" onClick={onClear}>
          {isFiltered ? 'Clear the filters' : 'Clear the search'}
        </button>
      </p>
    );
  if (page > 1)
    return (
      <p className="empty">
        The list has fewer pages. <Link href={path}>First page</Link>
      </p>
    );
  return (
    <div className="empty stack">
      <p>There are no {noun}s yet.</p>
      {children}
    </div>
  );
}
