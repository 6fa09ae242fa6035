import type { ReactNode } from 'react';

interface SearchBarProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The number of results. */
  readonly children: ReactNode;
}

/** The search of a list. */
export function SearchBar({ text, onChange, children }: SearchBarProps) {
  return (
    <search className="searchbar">
      <label htmlFor="search">Search by name</label>
      <input
        id="search"
        type="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <span role="status" className="small">
        {children}
      </span>
    </search>
  );
}
