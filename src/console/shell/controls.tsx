import type { HTMLAttributes, ReactNode } from 'react';

/** Attributes that connect a control to its label, hint and issues. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  /** Path of the field in the API's arguments, and the control's id. */
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[];
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with a hint and the API's issues. */
export function Field({ path, label, hint, issues = [], children }: FieldProps) {
  const descriptionIds = [hint && `${path}-hint`, issues.length > 0 && `${path}-issues`].filter(
    Boolean,
  );
  return (
    <div className="field">
      <label htmlFor={path}>{label}</label>
      {hint && (
        <p id={`${path}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children({
        id: path,
        'aria-describedby': descriptionIds.join(' ') || undefined,
        'aria-invalid': issues.length > 0,
      })}
      {issues.length > 0 && (
        <p id={`${path}-issues`} className="issue">
          {issues.join(' ')}
        </p>
      )}
    </div>
  );
}

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

interface CheckFieldProps {
  readonly path: string;
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly issues: readonly string[];
}

/** A field that is on or off, with the API's issues. */
export const CheckField = ({ path, label, value, onChange, issues }: CheckFieldProps) => (
  <div className="field">
    <label className="check">
      <input
        type="checkbox"
        id={path}
        checked={value}
        aria-invalid={issues.length > 0}
        aria-describedby={issues.length > 0 ? `${path}-issues` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
    {issues.length > 0 && (
      <p id={`${path}-issues`} className="issue">
        {issues.join(' ')}
      </p>
    )}
  </div>
);

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
