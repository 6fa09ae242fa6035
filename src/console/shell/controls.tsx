import { Field as BaseField } from '@base-ui/react/field';
import type { HTMLAttributes, InputHTMLAttributes, ReactElement, ReactNode } from 'react';
import { Picture } from './display.tsx';

/** What every field has: a label, a hint and the issues with its value. */
interface FieldProps {
  /** Path of the field in the API's arguments, and the control's id. */
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[] | undefined;
  /** Whether it is marked as required. Default false. */
  readonly isRequired?: boolean | undefined;
}

/** A field that edits a value. */
export interface ValueFieldProps<Value> extends FieldProps {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** What describes a control: the hint is above it, but below a checkbox, and the issues are below. */
function Described({ path, hint, issues = [], children }: DescribedProps) {
  return (
    <>
      {hint && (
        <BaseField.Description id={`${path}-hint`} className="hint">
          {hint}
        </BaseField.Description>
      )}
      {children}
      {issues.length > 0 && (
        <BaseField.Error id={`${path}-issues`} className="issue" match>
          {issues.join(' ')}
        </BaseField.Error>
      )}
    </>
  );
}

interface Children {
  readonly children: ReactNode;
}

type DescribedProps = Omit<FieldProps, 'label' | 'isRequired'> & Partial<Children>;

/** A labelled control with a hint and issues. */
export const Field = ({ label, isRequired, children, ...props }: FieldProps & Children) => (
  <BaseField.Root
    className="field"
    data-required={isRequired || undefined}
    invalid={(props.issues ?? []).length > 0}
  >
    <BaseField.Label>{label}</BaseField.Label>
    <Described {...props}>{children}</Described>
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

interface TextFieldProps extends ValueFieldProps<string> {
  /** Number of rows; absent: a single line. */
  readonly rows?: number | undefined;
  /** Whether it holds an id, an address or code, which is not spell-checked. Default false. */
  readonly isCode?: boolean;
  /** Suggested values by id, with their names. */
  readonly suggestions?: Readonly<Record<string, string>> | undefined;
  /** Default `text`; `datetime-local` for a local date and time, which the browser's own control edits. */
  readonly type?: 'datetime-local' | undefined;
  readonly inputMode?: HTMLAttributes<HTMLElement>['inputMode'];
}

export function TextField(props: TextFieldProps) {
  const { label, hint, issues, rows, suggestions, ...input } = props;
  const { path } = input;
  return (
    <Field {...{ path, label, hint, issues }} isRequired={input.isRequired}>
      <Input
        {...input}
        list={suggestions && `${path}-suggestions`}
        {...(rows && { render: <textarea rows={rows} /> })}
      />
      {suggestions && (
        <datalist id={`${path}-suggestions`}>
          {Object.entries(suggestions).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </Field>
  );
}

interface SelectFieldProps extends ValueFieldProps<string> {
  /** The choices by value, with their names. */
  readonly choices: Readonly<Record<string, string>>;
}

export const SelectField = ({ choices, value, onChange, ...field }: SelectFieldProps) => (
  <Field {...field}>
    <Input
      {...{ value, onChange }}
      path={field.path}
      render={
        <select>
          {Object.entries(choices).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      }
    />
  </Field>
);

/** A field that is on or off. */
export const CheckField = (props: ValueFieldProps<boolean>) => (
  <BaseField.Root className="field" invalid={(props.issues ?? []).length > 0}>
    <label className="check">
      <input
        id={props.path}
        type="checkbox"
        checked={props.value}
        aria-describedby={props.hint ? `${props.path}-hint` : undefined}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      {props.label}
    </label>
    <Described path={props.path} hint={props.hint} issues={props.issues} />
  </BaseField.Root>
);

/** What can be chosen from a list. */
interface Choice {
  readonly id: string;
  readonly label: string;
  readonly badge?: ReactNode;
  readonly description?: ReactNode;
  readonly imageUrl?: string | null | undefined;
  /** Further controls of the row. */
  readonly controls?: ReactNode;
}

interface ChoiceListProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Ids of the selected choices; an empty one for the choice without an id. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly choices: readonly Choice[];
  /** Whether several can be chosen. Default false. */
  readonly isMany?: boolean;
  /** Whether each is shown by its picture. Default false. */
  readonly hasPictures?: boolean;
}

/** Radio buttons or checkboxes: tiles with pictures, or rows with descriptions and other controls. */
export function ChoiceList(props: ChoiceListProps) {
  const { path, value, onChange, choices, isMany = false, hasPictures = false } = props;
  const choose = (id: string, isChosen: boolean) => {
    if (!isMany) onChange([id]);
    else onChange(isChosen ? [...value, id] : value.filter((other) => other !== id));
  };
  const renderInput = (id: string) => (
    <input
      type={isMany ? 'checkbox' : 'radio'}
      name={`${path}-choice`}
      checked={value.includes(id)}
      onChange={({ target }) => choose(id, target.checked)}
    />
  );
  if (hasPictures)
    return (
      <div className="choices">
        {choices.map(({ id, label, imageUrl }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is a child.
          <label key={id} className="choice">
            {renderInput(id)}
            <Picture src={imageUrl} name={id === '' ? '∗' : label} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    );
  return (
    <ul className="rows">
      {choices.map(({ id, label, badge, description, controls }) => (
        <li key={id} className="option">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is a child. */}
          <label className="check">
            {renderInput(id)}
            <span>
              {label} {badge && <span className="badge">{badge}</span>}
              {description && <span className="description"> {description}</span>}
            </span>
          </label>
          {controls}
        </li>
      ))}
    </ul>
  );
}
