import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiError, Resource } from '../../hooks/index.ts';
import { createDraft, type Draft, type FormField, readPath } from './fields.ts';
import { Form } from './form.tsx';
import { capitalize } from './format.tsx';
import { Page } from './page.tsx';
import type { JsonObject } from './parse.ts';
import { getRecord, type Kind, useRefresh } from './query.ts';
import { UploadProgress, useUpload } from './upload.tsx';

/** What the button of a form and its result are called. */
interface Words {
  readonly submit: string;
  /** While the API is asked. */
  readonly pending: string;
  /** Once the record is changed. */
  readonly done?: string;
}

const SAVE: Words = { submit: 'Save', pending: 'Saving…', done: 'Saved.' };

/** The words of a form that only renames a record. */
export const RENAME: Words = { submit: 'Rename', pending: 'Renaming…', done: 'Renamed.' };

/** What a form uses of a mutation. Its result is kept by the page only: it may have a secret. */
type UseMutation<Variables, Data> = (options: {
  readonly gcTime: 0;
  readonly onSuccess: (data: Data) => Promise<void>;
  readonly onSettled?: () => void;
}) => {
  readonly mutate: (variables: Variables, options?: { readonly onSuccess: () => void }) => void;
  readonly data: Data | undefined;
  readonly reset: () => void;
  readonly error: ApiError | null;
  readonly isPending: boolean;
};

interface NewPageProps<Input, Data> extends Kind {
  /** Default: `New` and the noun. */
  readonly title?: string;
  readonly lead: string;
  /** Default: to create the noun. */
  readonly words?: Words;
  readonly fields: readonly FormField[];
  /** Values to start with, by field. Default: none. */
  readonly values?: object;
  readonly useCreate: UseMutation<{ readonly input: Input }, Data>;
  /** Shows what was created on this page. Default: it leads to the page of the record. */
  readonly renderCreated?: (data: Data, createAnother: () => void) => ReactNode;
}

/** The page that creates a record and then leads to it, or shows it. */
export function NewPage<Input, Data extends object>(props: NewPageProps<Input, Data>) {
  const { title = `New ${props.noun}`, lead, noun, parent, fields } = props;
  const { words = { submit: `Create ${noun}`, pending: 'Creating…' } } = props;
  const form = useForm<Draft>({ initialValues: createDraft(fields, props.values ?? {}, true) });
  const { upload, start, end } = useUpload();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const { mutate, data, reset, error, isPending } = props.useCreate({
    gcTime: 0,
    onSuccess: async (created) => {
      await refresh(props.type);
      const id = getRecord(created)?.id;
      if (!props.renderCreated && typeof id === 'string')
        navigate(`${props.path ?? parent.href}/${encodeURIComponent(id)}`, {
          state: { notice: `The ${noun} was created.` },
        });
    },
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
    <Page title={created ? `${capitalize(noun)} created` : title} {...{ lead, parent }}>
      {created ?? (
        <Form
          {...{ fields, isPending }}
          draft={form.values}
          onChange={form.setFieldValue}
          onSubmit={create}
          error={wasStopped ? null : error}
          submit={isPending && !upload ? words.pending : words.submit}
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
export type Saved<Input> = Readonly<Record<Exclude<keyof Input, 'extra' | 'secret'>, unknown>>;

/** How a record is changed. */
export interface Edit<Input, Data> {
  readonly fields: readonly FormField[];
  /** Default: to save. */
  readonly words?: Words;
  readonly useUpdate: UseMutation<{ readonly id: string; readonly input: Input }, NoInfer<Data>>;
  /** Returns the updated record. Default: what the mutation returns. */
  readonly read?: (data: Data) => NoInfer<Saved<Input>> | null | undefined;
}

interface EditFormProps<Input, Data> extends Edit<Input, Data> {
  readonly id: string;
  /** The record as it is saved. */
  readonly saved: NoInfer<Saved<Input>>;
  /** What the update changes. */
  readonly type: Resource | readonly Resource[];
  /** Called once the record is as entered. Default: the form says so. */
  readonly onSaved?: () => void;
}

/** Edits a record. Only changed fields are sent. */
export function EditForm<Input, Data extends object>(props: EditFormProps<Input, Data>) {
  const { id, saved, fields, words = SAVE, useUpdate, read = getRecord, onSaved } = props;
  const form = useForm<Draft>({ initialValues: createDraft(fields, saved, false) });
  const [isSaved, setSaved] = useState(false);
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
      await refresh(props.type);
    },
  });
  const save = (input: JsonObject, removeSecrets: () => void) => {
    if (Object.keys(input).length === 0) return onSaved?.();
    const onSuccess = () => {
      removeSecrets();
      setSaved(true);
      onSaved?.();
    };
    // As above.
    mutate({ id, input: input as Input }, { onSuccess });
  };
  return (
    <Form
      {...{ fields, error, isPending }}
      draft={form.values}
      onChange={form.setFieldValue}
      isDirty={form.isDirty}
      onSubmit={save}
      submit={isPending ? words.pending : words.submit}
      result={<span role="status">{isSaved && words.done}</span>}
    />
  );
}
