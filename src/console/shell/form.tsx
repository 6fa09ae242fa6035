import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../../hooks/index.ts';
import { CheckField, Field, Input, SelectField, TextField } from './controls.tsx';
import { FormFailure, getIssues } from './failure.tsx';
import { type Draft, type FormField, getFieldPath, readDraft, readPath } from './fields.ts';
import { Details } from './page.tsx';
import type { FieldError, JsonObject } from './parse.ts';
import { getFileIssues } from './upload.tsx';

interface FieldControlProps {
  readonly field: FormField;
  readonly draft: Draft;
  readonly onChange: (value: unknown) => void;
  readonly getIssues: (path: string) => readonly string[];
}

const INPUT_MODES = { number: 'decimal', integer: 'numeric', url: 'url' } as const;

/** The control of a field, by its kind. */
function FieldControl({ field, draft, onChange, ...props }: FieldControlProps) {
  const { name, kind, label, hint, isRequired, values = {}, suggestions, custom } = field;
  const path = getFieldPath(field);
  const typed = readPath(draft, name);
  const common = { path, label, hint, isRequired, issues: props.getIssues(path), onChange };
  if (custom?.Control) return <custom.Control {...common} {...props} value={typed} draft={draft} />;
  if (kind === 'boolean') return <CheckField {...common} value={typed === true} />;
  if (kind === 'secret')
    return (
      <Field {...common}>
        {/* Only the page has its value: React does not hold it, and no attribute shows it. */}
        <Input {...{ path, name, isRequired }} type="password" autoComplete="off" isCode />
      </Field>
    );
  const value = typeof typed === 'string' ? typed : '';
  if (kind === 'enum')
    return (
      <SelectField
        {...common}
        value={value}
        choices={isRequired ? values : { '': 'Not set', ...values }}
      />
    );
  const isCode = field.isCode ?? (kind === 'url' || kind === 'json');
  return (
    <TextField
      {...common}
      {...{ value, isCode, suggestions }}
      rows={field.rows ?? (kind === 'json' ? 4 : undefined)}
      type={kind === 'time' ? 'datetime-local' : undefined}
      {...(kind in INPUT_MODES && { inputMode: Reflect.get(INPUT_MODES, kind) })}
    />
  );
}

interface FormProps {
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  readonly onChange: (name: string, value: unknown) => void;
  /** Whether a field differs from the saved record. Absent for a new record. */
  readonly isDirty?: (name: string) => boolean;
  /** Called with what was entered, if it can be read. The secrets of the form can be removed then. */
  readonly onSubmit: (input: JsonObject, removeSecrets: () => void) => void;
  readonly error: ApiError | null;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
  /** Why nothing can be submitted; undefined if it can. */
  readonly obstacle?: string | undefined;
  /** The result, beside the button. */
  readonly result?: ReactNode;
  /** What is above the button. */
  readonly children?: ReactNode;
}

/** A form of fields. The summary of its errors is at the top, and the button that submits a long one stays in view. */
export function Form(props: FormProps) {
  const { fields, draft, onChange, isDirty, onSubmit, isPending, submit, obstacle } = props;
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  // What cannot be read was not sent, so that the error is of an earlier attempt.
  const error = problems.length > 0 ? null : props.error;
  const findIssues = (path: string) => [
    ...problems.filter((problem) => problem.path === path).map(({ message }) => message),
    ...getIssues(error, path),
  ];
  const read = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const secrets = new FormData(form);
    const readSecret = (name: string) => String(secrets.get(name) ?? '');
    const found = readDraft(fields, draft, { isDirty, readSecret });
    setProblems(found.problems);
    const removeSecrets = () => {
      for (const input of form.querySelectorAll('input'))
        if (input.type === 'password') input.value = '';
    };
    if (found.problems.length === 0) onSubmit(found.input, removeSecrets);
  };
  const findFieldIssues = (field: FormField, path: string) =>
    field.isFile && problems.length === 0 ? getFileIssues(error, path) : findIssues(path);
  const renderField = (field: FormField) => (
    <FieldControl
      key={field.name}
      {...{ field, draft }}
      onChange={(value) => onChange(field.name, value)}
      getIssues={(path) => findFieldIssues(field, path)}
    />
  );
  const parts = Map.groupBy(
    fields.filter(({ isShown }) => isShown?.(draft) ?? true),
    ({ group, name }) => group ?? name,
  );
  return (
    <form className="stack form" autoComplete="off" noValidate onSubmit={read}>
      <FormFailure error={error} problems={problems} />
      {[...parts].map(([title, part]) =>
        part.some(({ group }) => group) ? (
          <Details
            key={title}
            title={title}
            isNeeded={part.some((field) => findFieldIssues(field, getFieldPath(field)).length > 0)}
          >
            {() => part.map(renderField)}
          </Details>
        ) : (
          part.map(renderField)
        ),
      )}
      {props.children}
      <div className={fields.length > 1 ? 'row save' : 'row'}>
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
        {props.result}
      </div>
    </form>
  );
}
