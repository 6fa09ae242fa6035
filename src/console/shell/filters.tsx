import { type ReactNode, useEffect, useRef } from 'react';

interface FiltersProps {
  readonly isFiltered: boolean;
  readonly children: ReactNode;
}

/** Filters, folded until one is set. They stay open when it is cleared, so that another can be set. */
export function Filters({ isFiltered, children }: FiltersProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isFiltered && details.current) details.current.open = true;
  }, [isFiltered]);
  return (
    <details ref={details} className="filters">
      <summary>Filters</summary>
      <div className="stack">{children}</div>
    </details>
  );
}
