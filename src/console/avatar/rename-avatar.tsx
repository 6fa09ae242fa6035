import { type FormEvent, useState } from 'react';
import {
  type AvatarFieldsFragment,
  type UpdateAvatarInput,
  useUpdateAvatarMutation,
} from '../../hooks/index.ts';
import { FormFailure, getIssues } from '../shell/issues.tsx';
import { TextField } from '../shell/text-field.tsx';
import { useRefresh } from '../shell/use-refresh.ts';

/** Renames an avatar. */
export function RenameAvatar({ avatar }: { readonly avatar: AvatarFieldsFragment }) {
  const { id } = avatar;
  const [displayName, setDisplayName] = useState(avatar.displayName ?? '');
  const refresh = useRefresh();
  const { mutate, error, isPending, isSuccess } = useUpdateAvatarMutation({
    onSuccess: () => refresh('Avatar'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The compiler reports a further field.
    const input: Required<UpdateAvatarInput> = { displayName };
    if (displayName !== avatar.displayName) mutate({ id, input });
  };
  return (
    <form onSubmit={submit} className="stack form" noValidate>
      <TextField
        path="input.displayName"
        label="Name"
        hint="3 to 50 characters."
        value={displayName}
        onChange={setDisplayName}
        issues={getIssues(error, 'input.displayName')}
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
