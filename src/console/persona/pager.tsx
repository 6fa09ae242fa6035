import { Link } from 'wouter';

interface PagerProps {
  readonly page: number;
  /** Null where the service does not say. */
  readonly lastPage: number | null;
  /** The rest of the address, which stays. */
  readonly params: URLSearchParams;
}

const hrefOf = (params: URLSearchParams, page: number) => {
  const changed = new URLSearchParams(params);
  if (page === 1) changed.delete('page');
  else changed.set('page', String(page));
  return changed.size > 0 ? `/?${changed}` : '/';
};

/** Links to the pages before and after; each is an address of its own. */
export function Pager({ page, lastPage, params }: PagerProps) {
  if (page === 1 && (lastPage ?? 1) <= 1) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 ? (
        <Link href={hrefOf(params, page - 1)} rel="prev" className="button plain">
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
        <Link href={hrefOf(params, page + 1)} rel="next" className="button plain">
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
