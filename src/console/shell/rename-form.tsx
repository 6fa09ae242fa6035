import { type FormEvent, useState } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { FormFailure, getIssues } from './issues.tsx';
import { TextField } from './text-field.tsx';

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
