import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import type { AnyApiError, Resource, TypedDocument } from '../../hooks/index.ts';
import { createDraft, type Draft, type FormField, readDraft, readPath } from './fields.ts';
import { Form } from './form.tsx';
import { Page } from './page.tsx';
import type { JsonObject } from './parse.ts';
import { useRefresh, useShowCreated } from './query.ts';
import { UploadProgress, useUpload } from './upload.tsx';

/** What a form uses of a mutation. Its result is kept by the page only: it may have a secret. */
type UseMutation<Variables, Data> = (options: {
  readonly gcTime: 0;
  readonly onSuccess: (data: Data) => Promise<void>;
  readonly onSettled?: () => void;
}) => {
  readonly mutate: (variables: Variables, options?: { readonly onSuccess: () => void }) => void;
  readonly data: Data | undefined;
  readonly reset: () => void;
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
  /** Returns the new record, to whose page this one leads. Default: it stays. */
  readonly read?: (data: Data) => { readonly id: string } | undefined;
  /** Shows what was created, if the page stays. */
  readonly renderCreated?: (data: Data, createAnother: () => void) => ReactNode;
}

/** What the explorer opens: what is entered so far, without secrets, and files by the name of their variable. */
function explain(fields: readonly FormField[], draft: Draft): JsonObject {
  const missing = fields.filter(({ isRequired }) => isRequired).map(({ name }) => [name, '']);
  const { input } = readDraft(fields, draft, { readSecret: () => '' });
  const shown = { ...Object.fromEntries(missing), ...input };
  return JSON.parse(JSON.stringify(shown, (_, value) => (value instanceof File ? '$file' : value)));
}

/** The page that creates a record and then leads to it, or shows it. */
export function NewPage<Input, Data>(props: NewPageProps<Input, Data>) {
  const { title = `New ${props.noun}`, lead, noun, parent, fields, document } = props;
  const form = useForm<Draft>({ initialValues: createDraft(fields, props.values ?? {}, true) });
  const { upload, start, end } = useUpload();
  const show = useShowCreated(parent.href.slice(1), props.type);
  const { mutate, data, reset, error, isPending } = props.useCreate({
    gcTime: 0,
    onSuccess: (created) => show(props.read?.(created)),
    onSettled: end,
  });
  const createAnother = () => {
    reset();
    form.reset();
  };
  const created = data && props.renderCreated?.(data, createAnother);
  const file = fields.find(({ isFile }) => isFile);
  // The fields of the form are those of the input, which TypeScript does not know of an object that is built.
  const create = (input: JsonObject) => mutate({ input: input as Input, ...(file && start()) });
  const wasStopped = error?.name !== 'ApiError';
  return (
    <Page
      {...{ title, lead, parent }}
      operation={{ document, variables: { input: explain(fields, form.values) } }}
    >
      {created ?? (
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
      )}
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
