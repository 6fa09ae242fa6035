import type { ReactNode } from 'react';
import { Field } from './field.tsx';

interface SelectFieldProps {
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

export function SelectField(props: SelectFieldProps) {
  const { path, label, hint, issues = [], value, onChange, choices } = props;
  return (
    <Field path={path} label={label} hint={hint} issues={issues}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
