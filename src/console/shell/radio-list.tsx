import type { ReactNode } from 'react';
import { RadioRow } from './radio-row.tsx';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly description?: string | null | undefined;
  /** Further controls of the row. */
  readonly controls?: ReactNode;
}

interface RadioListProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Id of the selected choice; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Label of the choice without an id. */
  readonly defaultLabel: string | undefined;
  readonly choices: readonly Choice[];
}

export function RadioList({ path, value, onChange, defaultLabel, choices }: RadioListProps) {
  const row = { name: `${path}-choice`, onChange };
  return (
    <ul className="rows">
      {defaultLabel && (
        <RadioRow {...row} value="" isSelected={value === ''} label={defaultLabel} />
      )}
      {choices.map(({ id, label, description, controls }) => (
        <RadioRow
          key={id}
          {...row}
          value={id}
          isSelected={id === value}
          label={label}
          description={description}
        >
          {controls}
        </RadioRow>
      ))}
    </ul>
  );
}
