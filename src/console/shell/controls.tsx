import { Checkbox } from '@base-ui/react/checkbox';
import { Field as BaseField } from '@base-ui/react/field';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Select } from '@base-ui/react/select';
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
    <Select.Root items={choices} value={value} onValueChange={(chosen) => onChange(chosen ?? '')}>
      <Select.Trigger id={field.path} className="select">
        <Select.Value />
        <Select.Icon />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="menu-place" alignItemWithTrigger={false} sideOffset={6}>
          <Select.Popup className="menu panel">
            {Object.entries(choices).map(([id, name]) => (
              <Select.Item key={id} value={id}>
                <Select.ItemText>{name}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  </Field>
);

interface CheckProps {
  readonly id?: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** The control is a button, which labels name. Otherwise they would name the hidden input beside it, too. */
const BUTTON = { nativeButton: true, render: <button type="button" /> };

const Check = ({ id, value, onChange }: CheckProps) => (
  <Checkbox.Root {...BUTTON} id={id} className="box" checked={value} onCheckedChange={onChange}>
    <Checkbox.Indicator className="tick" />
  </Checkbox.Root>
);

/** A field that is on or off. */
export const CheckField = ({
  label,
  value,
  onChange,
  isRequired: _,
  ...props
}: ValueFieldProps<boolean>) => (
  <BaseField.Root className="field" invalid={(props.issues ?? []).length > 0}>
    <BaseField.Label className="check">
      <Check id={props.path} value={value} onChange={onChange} />
      {label}
    </BaseField.Label>
    <Described {...props} />
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

const Row = ({ choice, children }: { readonly choice: Choice } & Children) => (
  <li className="option">
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is a child. */}
    <label className="check">
      {children}
      <span>
        {choice.label} {choice.badge && <span className="badge">{choice.badge}</span>}
        {choice.description && <span className="description"> {choice.description}</span>}
      </span>
    </label>
    {choice.controls}
  </li>
);

interface ChoiceListProps {
  /** Id of the selected choice; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly choices: readonly Choice[];
}

/** Radio buttons, each with a description and other controls. */
export const RadioList = ({ value, onChange, choices }: ChoiceListProps) => (
  <RadioGroup value={value} onValueChange={onChange}>
    <ul className="rows">
      {choices.map((choice) => (
        <Row key={choice.id} choice={choice}>
          <Radio.Root {...BUTTON} className="box round" value={choice.id}>
            <Radio.Indicator className="tick" />
          </Radio.Root>
        </Row>
      ))}
    </ul>
  </RadioGroup>
);

/** Radio buttons, each with a picture. */
export const TileList = ({ value, onChange, choices }: ChoiceListProps) => (
  <RadioGroup className="choices" value={value} onValueChange={onChange}>
    {choices.map(({ id, label, imageUrl }) => (
      <Radio.Root key={id} {...BUTTON} className="choice" value={id}>
        <Picture src={imageUrl} name={id === '' ? '∗' : label} />
        <span>{label}</span>
      </Radio.Root>
    ))}
  </RadioGroup>
);

interface CheckListProps {
  /** Ids of the selected choices. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly choices: readonly Choice[];
}

/** Checkboxes. */
export const CheckList = ({ value, onChange, choices }: CheckListProps) => (
  <ul className="rows">
    {choices.map((choice) => (
      <Row key={choice.id} choice={choice}>
        <Check
          value={value.includes(choice.id)}
          onChange={(isChecked) =>
            onChange(
              isChecked ? [...value, choice.id] : value.filter((other) => other !== choice.id),
            )
          }
        />
      </Row>
    ))}
  </ul>
);
