import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type ApiError,
  operationMutation,
  type TypedDocument,
  useClient,
} from '../../hooks/index.ts';
import { Field, Input, TextField } from './controls.tsx';
import { FormFailure, getIssues } from './failure.tsx';
import { createDraft, type Draft, type FormField, getFieldPath, readDraft } from './fields.ts';
import { Details } from './page.tsx';
import type { FieldError, JsonObject } from './parse.ts';
import { getFileIssues, useUpload } from './upload.tsx';

interface FieldControlProps {
  readonly field: FormField;
  readonly draft: Draft;
  readonly onChange: (value: unknown) => void;
  /** Default: none. */
  readonly getIssues?: (path: string) => readonly string[];
  /** Whether a field that is required is marked. Default true. */
  readonly isMarked?: boolean;
}

const INPUT_MODES = { number: 'decimal', integer: 'numeric', url: 'url' } as const;

/** The control of a field, by its kind. */
export function FieldControl(props: FieldControlProps) {
  const { field, draft, onChange, getIssues = () => [], isMarked = true } = props;
  const { name, kind, label, hint, isRequired, values = {}, suggestions, custom } = field;
  const path = getFieldPath(field);
  const typed = draft[name];
  const mark = { isRequired: isRequired && isMarked };
  const common = { path, label, hint, ...mark, issues: getIssues(path), onChange };
  if (custom?.Control) return <custom.Control {...common} value={typed} />;
  if (kind === 'boolean')
    return (
      <Field
        {...common}
        isRequired={false}
        box={
          <input
            id={path}
            type="checkbox"
            checked={typed === true}
            aria-describedby={hint ? `${path}-hint` : undefined}
            onChange={({ target }) => onChange(target.checked)}
          />
        }
      />
    );
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
      <Field {...common}>
        <Input
          {...{ path, value, onChange }}
          render={
            <select>
              {Object.entries(isRequired ? values : { '': 'Not set', ...values }).map(
                ([id, text]) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ),
              )}
            </select>
          }
        />
      </Field>
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

interface FormOptions<Data> {
  readonly document: TypedDocument<Data, never>;
  readonly fields: readonly FormField[];
  /** Values to start with, by field. Default: none. */
  readonly values?: object;
  /** The id of the record that it changes, whose values they are. Absent for a new record. */
  readonly id?: string;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The state of a form: what is typed, on top of the record as it is saved, and what became of it. */
export function useForm<Data>({ document, fields, values = {}, id }: FormOptions<Data>) {
  const [changes, setChanges] = useState<Draft>({});
  const { upload, start, end } = useUpload();
  // The fields of a form are those of its input, which TypeScript does not know of an object that is built.
  const operation = document as TypedDocument<Data, { input: JsonObject }>;
  const options = operationMutation(operation, useClient());
  // Not in onSettled, which waits until the page has read its lists again.
  const mutationFn: typeof options.mutationFn = (call) => options.mutationFn(call).finally(end);
  const mutation = useMutation({ ...options, mutationFn });
  const saved = createDraft(fields, values, id === undefined);
  return {
    ...mutation,
    fields,
    isNew: id === undefined,
    draft: { ...saved, ...changes },
    upload,
    isDirty: (name: string) => name in changes && !isSame(changes[name], saved[name]),
    change: (name: string, value: unknown) => setChanges((all) => ({ ...all, [name]: value })),
    send: (input: JsonObject, onSuccess: (data: Data) => void) => {
      const hasFile = fields.some(({ isFile }) => isFile);
      mutation.mutate({ ...(id && { id }), input, ...(hasFile && start()) }, { onSuccess });
    },
    clear: () => {
      mutation.reset();
      setChanges({});
    },
  };
}

interface FormProps<Data> {
  readonly form: ReturnType<typeof useForm<Data>>;
  /** Label of the button that submits. */
  readonly submit: string;
  /** Why nothing can be submitted; undefined if it can. */
  readonly obstacle?: string | undefined;
  /** Called with what the mutation returns; undefined if nothing was changed. */
  readonly onDone?: (data?: Data) => void;
  /** What is beside the button. */
  readonly children?: ReactNode;
}

/** A form of fields. The summary of its errors is at the top, and the button that submits a long one stays in view. */
export function Form<Data>({ form, submit, obstacle, onDone, children }: FormProps<Data>) {
  const { fields, draft, isNew, isDirty, isPending, upload } = form;
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  // What cannot be read was not sent, so that the error is of an earlier attempt. A stopped upload has not failed.
  const error: ApiError | null =
    problems.length > 0 || form.error?.name !== 'ApiError' ? null : form.error;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const secrets = new FormData(element);
    const found = readDraft(fields, draft, {
      isDirty: isNew ? undefined : isDirty,
      readSecret: (name) => String(secrets.get(name) ?? ''),
    });
    setProblems(found.problems);
    if (found.problems.length > 0) return;
    if (!isNew && Object.keys(found.input).length === 0) return onDone?.();
    form.send(found.input, (data) => {
      for (const input of element.querySelectorAll('input'))
        if (input.type === 'password') input.value = '';
      onDone?.(data);
    });
  };
  const findIssues = (field: FormField, path: string) => [
    ...problems.filter((problem) => problem.path === path).map(({ message }) => message),
    ...(field.isFile ? getFileIssues : getIssues)(error, path),
  ];
  const renderField = (field: FormField) => (
    <FieldControl
      key={field.name}
      {...{ field, draft }}
      onChange={(value) => form.change(field.name, value)}
      getIssues={(path) => findIssues(field, path)}
    />
  );
  const parts = Map.groupBy(
    fields.filter(({ isShown }) => isShown?.(draft) ?? true),
    ({ group, name }) => group ?? name,
  );
  return (
    <form className="stack form" autoComplete="off" noValidate onSubmit={onSubmit}>
      <FormFailure error={error} problems={problems} />
      {[...parts].map(([title, part]) =>
        part.some(({ group }) => group) ? (
          <Details
            key={title}
            title={title}
            isNeeded={part.some((field) => findIssues(field, getFieldPath(field)).length > 0)}
          >
            {() => part.map(renderField)}
          </Details>
        ) : (
          part.map(renderField)
        ),
      )}
      {upload}
      <div className={fields.length > 1 ? 'row save' : 'row'}>
        <button
          type="submit"
          disabled={isPending || obstacle !== undefined}
          aria-describedby={obstacle && 'obstacle'}
        >
          {isPending && !upload ? (isNew ? 'Creating…' : 'Saving…') : submit}
        </button>
        {obstacle && (
          <span id="obstacle" className="hint">
            {obstacle}
          </span>
        )}
        {children}
      </div>
    </form>
  );
}

interface EditFormProps extends Omit<FormOptions<object>, 'values'> {
  readonly id: string;
  /** The record as it is saved. */
  readonly saved: object;
  /** Default `Save`. */
  readonly submit?: string;
}

/** Changes a record, and says so. Only changed fields are sent. */
export function EditForm({ saved, submit = 'Save', ...options }: EditFormProps) {
  const form = useForm({ ...options, values: saved });
  const [isSaved, setSaved] = useState(false);
  const onDone = (data?: object) => {
    if (data) setSaved(true);
    form.clear();
  };
  return (
    <Form {...{ form, submit, onDone }}>
      <span role="status">{isSaved && 'Saved.'}</span>
    </Form>
  );
}
