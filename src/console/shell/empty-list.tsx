import { Link } from 'wouter';
import type { useListParams } from './use-list-params.ts';

interface EmptyListProps {
  /** One of what is listed, such as `avatar`. */
  readonly noun: string;
  /** Path of the list. */
  readonly path: string;
  /** Path of the form that creates the first one. */
  readonly newPath: string;
  readonly list: ReturnType<typeof useListParams>;
}

/** Says why a list has no items, and what to do next. */
export function EmptyList({ noun, path, newPath, list }: EmptyListProps) {
  const { text, setText, variables } = list;
  if (text)
    return (
      <p className="empty">
        No {noun}'s name contains “{text}”.{' '}
        <button type="button" className="link" onClick={() => setText('')}>
          Clear the search
        </button>
      </p>
    );
  if (variables.page > 1)
    return (
      <p className="empty">
        The list has fewer pages. <Link href={path}>First page</Link>
      </p>
    );
  return (
    <div className="empty stack">
      <p>There are no {noun}s yet.</p>
      <div>
        <Link href={newPath} className="button">
          Create the first {noun}
        </Link>
      </div>
    </div>
  );
}
