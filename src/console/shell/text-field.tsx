import type { HTMLAttributes, ReactNode } from 'react';
import { Field } from './field.tsx';

interface TextFieldProps {
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[];
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Number of rows; absent: a single line. */
  readonly rows?: number;
  /** Whether it holds an id, an address or code, which is not spell-checked. Default false. */
  readonly isCode?: boolean;
  /** Suggested values with descriptions. */
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
  /** Default `text`; `datetime-local` for a local date and time. */
  readonly type?: 'text' | 'datetime-local';
  readonly inputMode?: HTMLAttributes<HTMLElement>['inputMode'];
}

export function TextField(props: TextFieldProps) {
  const { path, label, hint, issues = [], value, onChange, rows, isCode = false, choices } = props;
  return (
    <Field path={path} label={label} hint={hint} issues={issues}>
      {(control) => {
        const common = {
          ...control,
          value,
          spellCheck: !isCode,
          inputMode: props.inputMode,
          ...(isCode && { className: 'code' }),
          onChange: (event: { readonly target: { readonly value: string } }) =>
            onChange(event.target.value),
        };
        if (rows) return <textarea {...common} rows={rows} />;
        return (
          <>
            <input {...common} type={props.type} list={choices && `${path}-choices`} />
            {choices && (
              <datalist id={`${path}-choices`}>
                {choices.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </datalist>
            )}
          </>
        );
      }}
    </Field>
  );
}
