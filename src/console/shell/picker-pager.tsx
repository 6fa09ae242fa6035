interface PickerPagerProps {
  readonly label: string;
  readonly page: number;
  readonly lastPage: number;
  readonly onChange: (page: number) => void;
}

/** Buttons for the previous and the next page of a picker. */
export function PickerPager({ label, page, lastPage, onChange }: PickerPagerProps) {
  if (page === 1 && lastPage <= 1) return null;
  return (
    <nav className="pager" aria-label={label}>
      <button
        type="button"
        className="plain"
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      >
        Previous
      </button>
      <span role="status">
        Page {page} of {lastPage}
      </span>
      <button
        type="button"
        className="plain"
        disabled={page >= lastPage}
        onClick={() => onChange(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
