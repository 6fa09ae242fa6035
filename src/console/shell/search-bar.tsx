import type { ReactNode } from 'react';

interface SearchBarProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string | undefined;
  /** The number of results. */
  readonly children: ReactNode;
}

/** The search of a list. */
export function SearchBar({ text, onChange, placeholder, children }: SearchBarProps) {
  return (
    <search className="searchbar">
      <label htmlFor="search">Search by name</label>
      <input
        id="search"
        type="search"
        value={text}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      <span role="status" className="small">
        {children}
      </span>
    </search>
  );
}
