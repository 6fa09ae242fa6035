import { useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { AnyApiError, Resource, TypedDocument } from '../../hooks/index.ts';
import { CheckField, Field, Input, SelectField, TextField } from './controls.tsx';
import { FormFailure, getIssues } from './failure.tsx';
import {
  createDraft,
  type Draft,
  type FormField,
  getFieldPath,
  readDraft,
  readPath,
} from './fields.ts';
import { Page } from './page.tsx';
import type { FieldError, JsonObject } from './parse.ts';
import { useRefresh, useShowCreated } from './query.ts';
import { getFileIssues, UploadProgress, useUpload } from './upload.tsx';

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
  const common = { path, label, hint, issues: props.getIssues(path), onChange };
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
      {...{ value, isCode, suggestions, isRequired }}
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
  readonly error: AnyApiError | null;
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

/** A form of fields. The summary of its errors is at the top, and the button that submits stays in view. */
function Form(props: FormProps) {
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
  return (
    <form className="stack form" autoComplete="off" noValidate onSubmit={read}>
      <FormFailure error={error} problems={problems} />
      {fields
        .filter(({ isShown }) => isShown?.(draft) ?? true)
        .map((field) => (
          <FieldControl
            key={field.name}
            {...{ field, draft }}
            onChange={(value) => onChange(field.name, value)}
            getIssues={(path) =>
              field.isFile && problems.length === 0 ? getFileIssues(error, path) : findIssues(path)
            }
          />
        ))}
      {props.children}
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
        {props.result}
      </div>
    </form>
  );
}

/** What a form uses of a mutation. Its result is not kept: it may have a secret. */
type UseMutation<Variables, Data> = (options: {
  readonly gcTime: 0;
  readonly onSuccess: (data: Data) => Promise<void>;
  readonly onSettled?: () => void;
}) => {
  readonly mutate: (variables: Variables, options?: { readonly onSuccess: () => void }) => void;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
};

interface NewPageProps<Input, Data> {
  /** Default: `New` and the noun. */
  readonly title?: string;
  readonly lead: string;
  /** One of what is created, such as `tool`. */
  readonly noun: string;
  /** The list, whose path is also the start of that of the new record. */
  readonly parent: { readonly href: string; readonly name: string };
  /** What the creation changes. */
  readonly type: Resource;
  readonly fields: readonly FormField[];
  /** Values to start with, by field. Default: none. */
  readonly values?: object;
  /** The operation that creates a record, and its hook. */
  readonly document: TypedDocument<Data, never>;
  readonly useCreate: UseMutation<{ readonly input: Input }, NoInfer<Data>>;
  readonly read: (data: Data) => { readonly id: string } | undefined;
}

/** What the explorer opens: what is entered so far, without secrets, and files by the name of their variable. */
function explain(fields: readonly FormField[], draft: Draft): JsonObject {
  const missing = fields.filter(({ isRequired }) => isRequired).map(({ name }) => [name, '']);
  const { input } = readDraft(fields, draft, { readSecret: () => '' });
  const shown = { ...Object.fromEntries(missing), ...input };
  return JSON.parse(JSON.stringify(shown, (_, value) => (value instanceof File ? '$file' : value)));
}

/** The page that creates a record and then leads to it. */
export function NewPage<Input, Data>(props: NewPageProps<Input, Data>) {
  const { title = `New ${props.noun}`, lead, noun, parent, fields, document } = props;
  const form = useForm<Draft>({ initialValues: createDraft(fields, props.values ?? {}, true) });
  const { upload, start, end } = useUpload();
  const show = useShowCreated(parent.href.slice(1), props.type);
  const { mutate, error, isPending } = props.useCreate({
    gcTime: 0,
    onSuccess: (data) => show(props.read(data)),
    onSettled: end,
  });
  const file = fields.find(({ isFile }) => isFile);
  // The fields of the form are those of the input, which TypeScript does not know of an object that is built.
  const create = (input: JsonObject) => mutate({ input: input as Input, ...(file && start()) });
  const wasStopped = error?.name !== 'ApiError';
  return (
    <Page
      {...{ title, lead, parent }}
      operation={{ document, variables: { input: explain(fields, form.values) } }}
    >
      <Form
        {...{ fields, isPending }}
        draft={form.values}
        onChange={form.setFieldValue}
        onSubmit={create}
        error={wasStopped ? null : error}
        submit={isPending && !upload ? 'Creating…' : `Create ${noun}`}
      >
        {file && upload && (
          <UploadProgress
            {...{ noun, ...upload }}
            hasFile={readPath(form.values, `${file.name}.file`) !== undefined}
          />
        )}
      </Form>
    </Page>
  );
}

/** The fields of an update that a record has: all but keys that the API does not know, and secrets. */
type Saved<Input> = Readonly<Record<Exclude<keyof Input, 'extra' | 'secret'>, unknown>>;

interface EditFormProps<Input, Data> {
  readonly id: string;
  readonly record: NoInfer<Saved<Input>>;
  readonly fields: readonly FormField[];
  /** What the update changes. */
  readonly type: Resource;
  readonly useUpdate: UseMutation<{ readonly id: string; readonly input: Input }, NoInfer<Data>>;
  /** Returns the updated record. */
  readonly read: (data: Data) => NoInfer<Saved<Input>> | null | undefined;
}

/** Edits a record on its page. Only changed fields are sent. What was saved can be undone, but for secrets. */
export function EditForm<Input, Data>(props: EditFormProps<Input, Data>) {
  const { id, record, fields, type, useUpdate, read } = props;
  const form = useForm<Draft>({ initialValues: createDraft(fields, record, false) });
  const [saved, setSaved] = useState<{ readonly undo?: JsonObject }>();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useUpdate({
    gcTime: 0,
    onSuccess: async (data) => {
      const updated = read(data);
      if (updated) {
        const draft = createDraft(fields, updated, false);
        form.setInitialValues(draft);
        form.setValues(draft);
      }
      await refresh(type);
    },
  });
  // As above.
  const send = (input: JsonObject, onSuccess: () => void) =>
    mutate({ id, input: input as Input }, { onSuccess });
  const save = (input: JsonObject, removeSecrets: () => void) => {
    const names = Object.keys(input);
    if (names.length === 0) return;
    const hasSecret = fields.some(({ name, kind }) => kind === 'secret' && name in input);
    const before = createDraft(fields, record, false);
    const isDirty = (name: string) => names.includes(name);
    const { input: undo } = readDraft(fields, before, { isDirty, readSecret: () => '' });
    send(input, () => {
      removeSecrets();
      setSaved(hasSecret ? {} : { undo });
    });
  };
  const undo = saved?.undo;
  return (
    <Form
      {...{ fields, error, isPending }}
      draft={form.values}
      onChange={form.setFieldValue}
      isDirty={form.isDirty}
      onSubmit={save}
      submit={isPending ? 'Saving…' : 'Save'}
      result={
        <>
          <span role="status">{saved && 'Saved.'}</span>
          {undo && (
            <button
              type="button"
              className="link"
              onClick={() => send(undo, () => setSaved(undefined))}
            >
              Undo
            </button>
          )}
        </>
      }
    />
  );
}
