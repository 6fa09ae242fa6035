import { Field as BaseField } from '@base-ui/react/field';
import type { HTMLAttributes, InputHTMLAttributes, ReactElement, ReactNode } from 'react';
import type { FormField } from './fields.ts';

/** What every field has: a label, a hint and the issues with its value. */
interface FieldProps {
  /** Path of the field in the API's arguments, and the control's id. */
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[] | undefined;
  /** Whether it is marked as required. Default false. */
  readonly isRequired?: boolean | undefined;
  /** A box that is checked, in the label. */
  readonly box?: ReactNode;
  /** Any other control. */
  readonly children?: ReactNode;
}

/** A labelled control with a hint and issues. */
export const Field = ({ path, label, hint, issues = [], isRequired, ...props }: FieldProps) => (
  <BaseField.Root
    className="field"
    data-required={isRequired || undefined}
    invalid={issues.length > 0}
  >
    {props.box ? (
      <label className="check" htmlFor={path}>
        {props.box}
        {label}
      </label>
    ) : (
      <BaseField.Label>{label}</BaseField.Label>
    )}
    {props.children}
    {hint && (
      <BaseField.Description id={`${path}-hint`} className="hint">
        {hint}
      </BaseField.Description>
    )}
    {issues.length > 0 && (
      <BaseField.Error id={`${path}-issues`} className="issue" match>
        {issues.join(' ')}
      </BaseField.Error>
    )}
  </BaseField.Root>
);

interface InputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'defaultValue'> {
  readonly path: string;
  readonly isRequired?: boolean | undefined;
  /** Undefined for a value that only the page has, such as a secret. */
  readonly value?: string;
  readonly onChange?: (text: string) => void;
  readonly isCode?: boolean;
  /** Replaces the `input`. */
  readonly render?: ReactElement<Record<string, unknown>>;
}

/** The control of a field that is typed. */
export const Input = ({ path, onChange, isCode = false, isRequired, ...props }: InputProps) => (
  <BaseField.Control
    id={path}
    aria-required={isRequired}
    spellCheck={!isCode}
    className={isCode ? 'code' : undefined}
    onValueChange={onChange}
    {...props}
  />
);

interface TextFieldProps extends Omit<FieldProps, 'box' | 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of rows; absent: a single line. */
  readonly rows?: number | undefined;
  /** Whether it holds an id, an address or code, which is not spell-checked. Default false. */
  readonly isCode?: boolean;
  readonly suggestions?: FormField['suggestions'] | undefined;
  /** Default `text`; `datetime-local` for a local date and time, which the browser's own control edits. */
  readonly type?: 'datetime-local' | undefined;
  readonly inputMode?: HTMLAttributes<HTMLElement>['inputMode'];
}

export function TextField({ label, hint, issues, rows, suggestions, ...input }: TextFieldProps) {
  const { path, isRequired } = input;
  return (
    <Field {...{ path, label, hint, issues, isRequired }}>
      <Input
        {...input}
        list={suggestions && `${path}-suggestions`}
        {...(rows && { render: <textarea rows={rows} /> })}
      />
      {suggestions && (
        <datalist id={`${path}-suggestions`}>
          {suggestions.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      )}
    </Field>
  );
}
