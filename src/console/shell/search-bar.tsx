import type { ReactNode } from 'react';
import type { FilterField } from './use-list-params.ts';

interface SearchBarProps {
  readonly label: string;
  readonly field: FilterField;
  readonly placeholder?: string | undefined;
  /** The number of results. */
  readonly children: ReactNode;
}

export function SearchBar({ label, field, placeholder, children }: SearchBarProps) {
  return (
    <search className="searchbar">
      <label htmlFor="search">{label}</label>
      <input
        id="search"
        type="search"
        value={field.value}
        placeholder={placeholder}
        onChange={({ target }) => field.onChange(target.value)}
      />
      <span role="status" className="small">
        {children}
      </span>
    </search>
  );
}
