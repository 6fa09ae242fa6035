import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { TextField } from './controls.tsx';
import { FormFailure, getIssues } from './failure.tsx';
import { FieldError } from './parse.ts';

/** The fields of an input that forms edit: all but the keys that the API does not know. */
export type FormFields<Input> = Omit<Input, 'extra'>;

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Converts the fields of a draft to the input of a creation, without empty fields. */
export const toCreateInput = <Input extends object>(fields: object): Input =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, trim(value)] as const)
      .filter(([, value]) => !isEmpty(value)),
    // As below.
  ) as Input;

/**
 * Returns the fields that a draft changes, as the input of an update. Unchanged fields are not sent, so that they do not
 * overwrite others' changes.
 * @param read returns what is sent for a changed field. Default: the value, trimmed if it is a text.
 */
export const getChangedFields = <Draft extends object, Input extends object>(
  original: Draft,
  draft: Draft,
  read: (name: string, value: unknown) => unknown = (_, value) => value,
): Input =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(([name, value]) => {
        const saved: unknown = Reflect.get(original, name);
        if (isEmpty(trim(value)) && isEmpty(saved)) return false;
        return ![value, trim(value)]
          .map((sent) => JSON.stringify(sent))
          .includes(JSON.stringify(saved));
      })
      .map(([name, value]) => [name, read(name, trim(value))]),
    // The fields of a draft are those of the input, which TypeScript does not know of an object built from entries.
  ) as Input;

/** Keeps the field that cannot be read. `attempt` runs `work` and keeps its FieldError; other errors are thrown. */
export function useFieldError() {
  const [fieldError, setFieldError] = useState<FieldError>();
  const attempt = (work: () => void) => {
    setFieldError(undefined);
    try {
      work();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      setFieldError(error);
    }
  };
  return { fieldError, attempt };
}

/**
 * Reads a number as typed; undefined if the text is empty.
 * @throws FieldError if the text is not a number.
 */
export function readNumber(text: string, path: string): number | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new FieldError(path, 'Enter a number.');
  return number;
}

/**
 * Reads a number as typed.
 * @throws FieldError if the text is not a number, or empty.
 */
export function requireNumber(text: string, path: string): number {
  const number = readNumber(text, path);
  if (number === undefined) throw new FieldError(path, 'Enter a number.');
  return number;
}

interface FormFieldOptions {
  /** Path of the draft in the mutation's arguments. Default `input`. */
  readonly prefix?: string;
  readonly fieldError?: FieldError | undefined;
}

/**
 * Creates the props of a control for one field of a draft, with the API's issues for that field of the mutation's
 * `input`.
 */
export const createFormFields =
  <Draft,>(
    draft: Draft,
    change: (draft: Draft) => void,
    error: AnyApiError | null,
    { prefix = 'input', fieldError }: FormFieldOptions = {},
  ) =>
  <Name extends keyof Draft & string>(name: Name) => {
    const path = `${prefix}.${name}`;
    const ownIssues = fieldError?.path === path ? [fieldError.message] : [];
    return {
      path,
      value: draft[name],
      issues: [...ownIssues, ...getIssues(error, path)],
      onChange: (value: Draft[Name]) => change({ ...draft, [name]: value }),
    };
  };

interface FormProps {
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly error: AnyApiError | null;
  readonly fieldError?: FieldError | undefined;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
  /** Why nothing can be submitted; undefined if it can. */
  readonly obstacle?: string | undefined;
  /** The result, beside the button. */
  readonly result?: ReactNode;
  /** The fields by name, in their order. A record, so that the compiler reports a missing one. */
  readonly fields: Readonly<Record<string, ReactNode>>;
}

/** A long form: the summary of its errors is at the top, and the button that submits stays in view. */
export function Form(props: FormProps) {
  const { onSubmit, error, fieldError, isPending, submit, obstacle, result, fields } = props;
  return (
    <form
      className="stack form"
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      <FormFailure error={error} problems={fieldError && [fieldError]} />
      {Object.entries(fields).map(([name, control]) => (
        <Fragment key={name}>{control}</Fragment>
      ))}
      <div className="row save">
        <button
          type="submit"
          disabled={isPending || obstacle !== undefined}
          aria-describedby={obstacle && 'obstacle'}
        >
          {submit}
        </button>
        {obstacle && (
          <span id="obstacle" className="hint">
            {obstacle}
          </span>
        )}
        {result}
      </div>
    </form>
  );
}

interface RenameFormProps {
  /** Path of the name in the mutation's arguments. */
  readonly path: string;
  readonly hint: string;
  readonly name: string | null;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly onRename: (name: string) => void;
}

/** Renames a record. An unchanged name is not sent. */
export function RenameForm(props: RenameFormProps) {
  const { path, hint, error, isPending, isSuccess, onRename } = props;
  const [name, setName] = useState(props.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== props.name) onRename(name);
  };
  return (
    <form onSubmit={submit} className="stack form" noValidate>
      <TextField
        path={path}
        label="Name"
        hint={hint}
        value={name}
        onChange={setName}
        issues={getIssues(error, path)}
      />
      <FormFailure error={error} />
      <div className="row">
        <button type="submit" className="plain" disabled={isPending}>
          Rename
        </button>
        <span role="status">{isSuccess && 'Renamed.'}</span>
      </div>
    </form>
  );
}
