import type { ReactNode } from 'react';

interface RadioRowProps {
  /** Name of the group. */
  readonly name: string;
  readonly value: string;
  readonly isSelected: boolean;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly description?: string | null | undefined;
  /** Further controls of the row. */
  readonly children?: ReactNode;
}

/** One choice of a list, with a description and further controls. */
export function RadioRow(props: RadioRowProps) {
  const { name, value, isSelected, onChange, label, description, children } = props;
  return (
    <li className="option">
      <label className="check">
        <input
          type="radio"
          name={name}
          value={value}
          checked={isSelected}
          onChange={() => onChange(value)}
        />
        <span>
          {label}
          {description && <span className="description"> {description}</span>}
        </span>
      </label>
      {children}
    </li>
  );
}
