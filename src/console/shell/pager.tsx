import { Link } from 'wouter';

interface PagerProps {
  /** Path of the list. */
  readonly path: string;
  readonly page: number;
  /** Null if the service does not report it. */
  readonly lastPage: number | null;
  /** The current query parameters, which the links keep. */
  readonly params: URLSearchParams;
}

const createHref = (path: string, params: URLSearchParams, page: number) => {
  const newParams = new URLSearchParams(params);
  if (page === 1) newParams.delete('page');
  else newParams.set('page', String(page));
  return newParams.size > 0 ? `${path}?${newParams}` : path;
};

/** Links to the previous and the next page. */
export function Pager({ path, page, lastPage, params }: PagerProps) {
  if (page === 1 && (lastPage ?? 1) <= 1) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 ? (
        <Link href={createHref(path, params, page - 1)} rel="prev" className="button plain">
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span>
        Page {page}
        {lastPage ? ` of ${lastPage}` : ''}
      </span>
      {page < (lastPage ?? 1) ? (
        <Link href={createHref(path, params, page + 1)} rel="next" className="button plain">
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
